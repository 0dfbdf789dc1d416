/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* symbols_netlink.h - tables of symbols of what messages of netlink hold, by the file that defines them. */
#ifndef PERF_AUGMENT_SYMBOLS_NETLINK_H
#define PERF_AUGMENT_SYMBOLS_NETLINK_H

#include "symbols.h"

/* symbols_netlink.c */
extern const struct symbols syms_nlmsg_type;
extern const struct symbols syms_nlmsg_flags;
extern const struct symbols syms_nlmsg_flags_get;
extern const struct symbols syms_nlmsg_flags_new;
extern const struct symbols syms_nlmsg_flags_del;
extern const struct symbols syms_nlmsg_flags_ack;
extern const struct symbols syms_nla_flags;
extern const struct symbols syms_nlmsgerr_attr;

/* symbols_rtnetlink_more.c */
extern const struct symbols syms_tca_act;
extern const struct symbols syms_tca_act_flags;
extern const struct symbols syms_tca_act_hw_stats;
extern const struct symbols syms_ndta;
extern const struct symbols syms_ndtpa;
extern const struct symbols syms_ifal;
extern const struct symbols syms_dcb_attr;
extern const struct symbols syms_dcb_cmd;
extern const struct symbols syms_netnsa;
extern const struct symbols syms_ifla_stats;
extern const struct symbols syms_ifla_stats_mask;
extern const struct symbols syms_link_xstats;
extern const struct symbols syms_bridge_xstats;
extern const struct symbols syms_br_mcast_dir;
extern const struct symbols syms_bond_xstats;
extern const struct symbols syms_mpls_stats;
extern const struct symbols syms_bond_3ad_stat;
extern const struct symbols syms_offload_xstats;
extern const struct symbols syms_rtnh_flags;
extern const struct symbols syms_nha;
extern const struct symbols syms_nexthop_grp_type;
extern const struct symbols syms_lwtunnel_encap;
extern const struct symbols syms_nha_res_group;
extern const struct symbols syms_nha_res_bucket;

/* symbols_nl_types.c */
extern const struct symbols syms_nl_audit;
extern const struct symbols syms_nl_xfrm;
extern const struct symbols syms_nl_selinux;
extern const struct symbols syms_nl_crypto;
extern const struct symbols syms_nf_subsys;
extern const struct symbols syms_nf_batch;
extern const struct symbols syms_nfnetlink_version;
extern const struct symbols syms_nf_ct;
extern const struct symbols syms_nf_exp;
extern const struct symbols syms_nf_queue;
extern const struct symbols syms_nf_ulog;
extern const struct symbols syms_nf_osf;
extern const struct symbols syms_nf_ipset;
extern const struct symbols syms_nf_acct;
extern const struct symbols syms_nf_timeout;
extern const struct symbols syms_nf_helper;
extern const struct symbols syms_nf_tables;
extern const struct symbols syms_nf_compat;
extern const struct symbols syms_nf_hook;

/* symbols_rtnetlink.c */
extern const struct symbols syms_nlmsg_route;
extern const struct symbols syms_ifla;
extern const struct symbols syms_ifla_info;
extern const struct symbols syms_ifla_xdp;
extern const struct symbols syms_ifa;
extern const struct symbols syms_rta;
extern const struct symbols syms_rtax;
extern const struct symbols syms_nda;
extern const struct symbols syms_fra;
extern const struct symbols syms_netconfa;
extern const struct symbols syms_tca;
extern const struct symbols syms_tca_stab;
extern const struct symbols syms_tca_stats;
extern const struct symbols syms_iff_flags;
extern const struct symbols syms_ifa_flags;
extern const struct symbols syms_rt_scope;
extern const struct symbols syms_rt_table;
extern const struct symbols syms_rtm_table;
extern const struct symbols syms_rtprot;
extern const struct symbols syms_rtn_type;
extern const struct symbols syms_rtm_flags;
extern const struct symbols syms_ip_tos;
extern const struct symbols syms_nud_state;
extern const struct symbols syms_ntf_flags;
extern const struct symbols syms_ntf_ext_flags;
extern const struct symbols syms_nfea;
extern const struct symbols syms_fdb_notify;
extern const struct symbols syms_rtnl_family;
extern const struct symbols syms_ipmr_creport;
extern const struct symbols syms_igmpmsg;
extern const struct symbols syms_fr_act;
extern const struct symbols syms_fib_rule_flags;
extern const struct symbols syms_rtext_filter;
extern const struct symbols syms_ifla_event;

/* symbols_bridge.c */
extern const struct symbols syms_ifla_br;
extern const struct symbols syms_ifla_brport;
extern const struct symbols syms_br_boolopt;
extern const struct symbols syms_bridge_querier;
extern const struct symbols syms_mdba;
extern const struct symbols syms_mdba_mdb;
extern const struct symbols syms_mdba_mdb_entry;
extern const struct symbols syms_mdba_mdb_eattr;
extern const struct symbols syms_mdb_state;
extern const struct symbols syms_mdb_flags;
extern const struct symbols syms_mdba_router;
extern const struct symbols syms_mdba_router_pattr;
extern const struct symbols syms_mdb_rtr_type;
extern const struct symbols syms_ifla_tun;
extern const struct symbols syms_tun_type;

/* symbols_ifla.c */
extern const struct symbols syms_ipv4_devconf;
extern const struct symbols syms_ipv6_devconf;
extern const struct symbols syms_ipstats_mib;
extern const struct symbols syms_icmp6_mib;
extern const struct symbols syms_ifla_inet;
extern const struct symbols syms_ifla_inet6;
extern const struct symbols syms_ifla_mctp;
extern const struct symbols syms_rtgen_family;
extern const struct symbols syms_inet6_if_flags;
extern const struct symbols syms_in6_addr_gen_mode;
extern const struct symbols syms_xdp_attached;
extern const struct symbols syms_ifla_xdp_flags;
extern const struct symbols syms_ifla_vf_info;
extern const struct symbols syms_ifla_vf;
extern const struct symbols syms_ifla_vf_stats;
extern const struct symbols syms_ifla_vf_vlan_info;
extern const struct symbols syms_vf_link_state;
extern const struct symbols syms_ifla_vf_port;
extern const struct symbols syms_ifla_port;
extern const struct symbols syms_ifla_proto_down;
extern const struct symbols syms_ip6mr_creport;
extern const struct symbols syms_mrt6msg;
extern const struct symbols syms_ifla_bridge;
extern const struct symbols syms_bridge_flags;
extern const struct symbols syms_bridge_mode;
extern const struct symbols syms_bridge_vlan_flags;
extern const struct symbols syms_bridge_vlan_tunnel;

/* symbols_sock_diag.c */
extern const struct symbols syms_nlmsg_diag;
extern const struct symbols syms_sk_meminfo;
extern const struct symbols syms_diag_shutdown;
extern const struct symbols syms_sock_kind;
extern const struct symbols syms_netlink_state;
extern const struct symbols syms_ndiag_proto;
extern const struct symbols syms_ndiag_show;
extern const struct symbols syms_netlink_diag;
extern const struct symbols syms_ndiag_flags;
extern const struct symbols syms_pdiag_show;
extern const struct symbols syms_packet_diag;
extern const struct symbols syms_tpacket_version;
extern const struct symbols syms_pdi_flags;
extern const struct symbols syms_inet_diag;
extern const struct symbols syms_inet_diag_req;
extern const struct symbols syms_inet_diag_bytecode;
extern const struct symbols syms_unix_diag;
extern const struct symbols syms_tcp_state;
extern const struct symbols syms_tcp_states;
extern const struct symbols syms_inet_diag_ext;
extern const struct symbols syms_udiag_show;

/* symbols_sock_diag_more.c */
extern const struct symbols syms_inet_ulp_info;
extern const struct symbols syms_tls_info;
extern const struct symbols syms_tls_version;
extern const struct symbols syms_tls_cipher;
extern const struct symbols syms_tls_conf;
extern const struct symbols syms_mptcp_subflow;
extern const struct symbols syms_mptcp_subflow_flags;
extern const struct symbols syms_bpf_storages;
extern const struct symbols syms_bpf_storage;
extern const struct symbols syms_smc_state;
extern const struct symbols syms_smc_diag_mode;
extern const struct symbols syms_smc_diag;
extern const struct symbols syms_smc_diag_ext;
extern const struct symbols syms_smc_role;
extern const struct symbols syms_smc_decline;

#endif /* PERF_AUGMENT_SYMBOLS_NETLINK_H */
