/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* record_large.h - for programs whose BTF is larger than a record of a stream: M(1000) to M(1999). */
#ifndef PERF_AUGMENT_TESTS_RECORD_LARGE_H
#define PERF_AUGMENT_TESTS_RECORD_LARGE_H

#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define HUNDRED(M, n) \
	TEN(M, n##0)  \
	TEN(M, n##1)  \
	TEN(M, n##2)  \
	TEN(M, n##3) TEN(M, n##4) TEN(M, n##5) TEN(M, n##6) TEN(M, n##7) TEN(M, n##8) TEN(M, n##9)
#define THOUSAND(M)    \
	HUNDRED(M, 10) \
	HUNDRED(M, 11) \
	HUNDRED(M, 12) \
	HUNDRED(M, 13) \
	HUNDRED(M, 14) HUNDRED(M, 15) HUNDRED(M, 16) HUNDRED(M, 17) HUNDRED(M, 18) HUNDRED(M, 19)

#endif /* PERF_AUGMENT_TESTS_RECORD_LARGE_H */
