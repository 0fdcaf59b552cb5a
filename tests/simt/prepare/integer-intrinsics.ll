; Every intrinsic on integers of odd widths becomes arithmetic on plain ones; what has no case is named, and nothing is
; computed with a value that is gone.
; RUN: simt-opt %s -kernel=all -passes=prepare.types,prepare.odd-integers,prepare.wide-integers,prepare.verify | FileCheck %s
; RUN: not simt-opt %s -kernel=unknown -passes=prepare.odd-integers 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not simt-opt %s -kernel=huge -passes=prepare.odd-integers 2>&1 | FileCheck %s --check-prefix=HUGE
; RUN: not simt-opt %s -kernel=atomic -passes=prepare.wide-integers 2>&1 | FileCheck %s --check-prefix=ATOMIC
; CHECK-LABEL: @all
; CHECK-NOT: poison
; CHECK: ret void
; UNKNOWN: the operation 'llvm.umul.fix.i6' on integers of 6 bits is not supported (kernel unknown)
; HUGE: the operation 'load' on integers of 200 bits is not supported (kernel huge)
; ATOMIC: the atomic operation 'atomicrmw' on integers of 128 bits is not supported (kernel atomic)
define void @all(ptr %p) {
  %x3 = load i3, ptr %p
  %p3 = getelementptr i8, ptr %p, i64 16
  %y3 = load i3, ptr %p3
  %v3.1 = call i3 @llvm.bitreverse.i3(i3 %x3)
  %v3.2 = call i3 @llvm.ctpop.i3(i3 %x3)
  %v3.3 = call i3 @llvm.ctlz.i3(i3 %x3, i1 false)
  %v3.4 = call i3 @llvm.cttz.i3(i3 %x3, i1 false)
  %v3.5 = call i3 @llvm.abs.i3(i3 %x3, i1 false)
  %v3.6 = call i3 @llvm.fshl.i3(i3 %x3, i3 %y3, i3 %y3)
  %v3.7 = call i3 @llvm.fshr.i3(i3 %x3, i3 %y3, i3 %y3)
  %v3.8 = call i3 @llvm.sadd.sat.i3(i3 %x3, i3 %y3)
  %v3.9 = call i3 @llvm.uadd.sat.i3(i3 %x3, i3 %y3)
  %v3.10 = call i3 @llvm.ssub.sat.i3(i3 %x3, i3 %y3)
  %v3.11 = call i3 @llvm.usub.sat.i3(i3 %x3, i3 %y3)
  %v3.12 = call i3 @llvm.sshl.sat.i3(i3 %x3, i3 %y3)
  %v3.13 = call i3 @llvm.ushl.sat.i3(i3 %x3, i3 %y3)
  %v3.14 = call i3 @llvm.smin.i3(i3 %x3, i3 %y3)
  %v3.15 = call i3 @llvm.smax.i3(i3 %x3, i3 %y3)
  %v3.16 = call i3 @llvm.umin.i3(i3 %x3, i3 %y3)
  %v3.17 = call i3 @llvm.umax.i3(i3 %x3, i3 %y3)
  %v3.18 = call i2 @llvm.scmp.i2.i3(i3 %x3, i3 %y3)
  %v3.19 = sext i2 %v3.18 to i3
  %v3.20 = call i2 @llvm.ucmp.i2.i3(i3 %x3, i3 %y3)
  %v3.21 = sext i2 %v3.20 to i3
  %v3.22 = call { i3, i1 } @llvm.sadd.with.overflow.i3(i3 %x3, i3 %y3)
  %v3.23 = extractvalue { i3, i1 } %v3.22, 0
  %v3.24 = extractvalue { i3, i1 } %v3.22, 1
  %v3.25 = select i1 %v3.24, i3 %v3.23, i3 %x3
  %v3.26 = call { i3, i1 } @llvm.uadd.with.overflow.i3(i3 %x3, i3 %y3)
  %v3.27 = extractvalue { i3, i1 } %v3.26, 0
  %v3.28 = extractvalue { i3, i1 } %v3.26, 1
  %v3.29 = select i1 %v3.28, i3 %v3.27, i3 %x3
  %v3.30 = call { i3, i1 } @llvm.ssub.with.overflow.i3(i3 %x3, i3 %y3)
  %v3.31 = extractvalue { i3, i1 } %v3.30, 0
  %v3.32 = extractvalue { i3, i1 } %v3.30, 1
  %v3.33 = select i1 %v3.32, i3 %v3.31, i3 %x3
  %v3.34 = call { i3, i1 } @llvm.usub.with.overflow.i3(i3 %x3, i3 %y3)
  %v3.35 = extractvalue { i3, i1 } %v3.34, 0
  %v3.36 = extractvalue { i3, i1 } %v3.34, 1
  %v3.37 = select i1 %v3.36, i3 %v3.35, i3 %x3
  %v3.38 = call { i3, i1 } @llvm.smul.with.overflow.i3(i3 %x3, i3 %y3)
  %v3.39 = extractvalue { i3, i1 } %v3.38, 0
  %v3.40 = extractvalue { i3, i1 } %v3.38, 1
  %v3.41 = select i1 %v3.40, i3 %v3.39, i3 %x3
  %v3.42 = call { i3, i1 } @llvm.umul.with.overflow.i3(i3 %x3, i3 %y3)
  %v3.43 = extractvalue { i3, i1 } %v3.42, 0
  %v3.44 = extractvalue { i3, i1 } %v3.42, 1
  %v3.45 = select i1 %v3.44, i3 %v3.43, i3 %x3
  %v3.46 = insertelement <2 x i3> poison, i3 %x3, i32 0
  %v3.47 = insertelement <2 x i3> %v3.46, i3 %y3, i32 1
  %v3.48 = call i3 @llvm.vector.reduce.add.v2i3(<2 x i3> %v3.47)
  %v3.49 = insertelement <2 x i3> poison, i3 %x3, i32 0
  %v3.50 = insertelement <2 x i3> %v3.49, i3 %y3, i32 1
  %v3.51 = call i3 @llvm.vector.reduce.mul.v2i3(<2 x i3> %v3.50)
  %v3.52 = insertelement <2 x i3> poison, i3 %x3, i32 0
  %v3.53 = insertelement <2 x i3> %v3.52, i3 %y3, i32 1
  %v3.54 = call i3 @llvm.vector.reduce.and.v2i3(<2 x i3> %v3.53)
  %v3.55 = insertelement <2 x i3> poison, i3 %x3, i32 0
  %v3.56 = insertelement <2 x i3> %v3.55, i3 %y3, i32 1
  %v3.57 = call i3 @llvm.vector.reduce.or.v2i3(<2 x i3> %v3.56)
  %v3.58 = insertelement <2 x i3> poison, i3 %x3, i32 0
  %v3.59 = insertelement <2 x i3> %v3.58, i3 %y3, i32 1
  %v3.60 = call i3 @llvm.vector.reduce.xor.v2i3(<2 x i3> %v3.59)
  %v3.61 = insertelement <2 x i3> poison, i3 %x3, i32 0
  %v3.62 = insertelement <2 x i3> %v3.61, i3 %y3, i32 1
  %v3.63 = call i3 @llvm.vector.reduce.smin.v2i3(<2 x i3> %v3.62)
  %v3.64 = insertelement <2 x i3> poison, i3 %x3, i32 0
  %v3.65 = insertelement <2 x i3> %v3.64, i3 %y3, i32 1
  %v3.66 = call i3 @llvm.vector.reduce.smax.v2i3(<2 x i3> %v3.65)
  %v3.67 = insertelement <2 x i3> poison, i3 %x3, i32 0
  %v3.68 = insertelement <2 x i3> %v3.67, i3 %y3, i32 1
  %v3.69 = call i3 @llvm.vector.reduce.umin.v2i3(<2 x i3> %v3.68)
  %v3.70 = insertelement <2 x i3> poison, i3 %x3, i32 0
  %v3.71 = insertelement <2 x i3> %v3.70, i3 %y3, i32 1
  %v3.72 = call i3 @llvm.vector.reduce.umax.v2i3(<2 x i3> %v3.71)
  %v3.73 = load double, ptr %p
  %v3.74 = call i3 @llvm.fptosi.sat.i3.f64(double %v3.73)
  %v3.75 = call i3 @llvm.fptoui.sat.i3.f64(double %v3.73)
  %v3.76 = xor i3 %x3, %v3.1
  %v3.77 = xor i3 %v3.76, %v3.2
  %v3.78 = xor i3 %v3.77, %v3.3
  %v3.79 = xor i3 %v3.78, %v3.4
  %v3.80 = xor i3 %v3.79, %v3.5
  %v3.81 = xor i3 %v3.80, %v3.6
  %v3.82 = xor i3 %v3.81, %v3.7
  %v3.83 = xor i3 %v3.82, %v3.8
  %v3.84 = xor i3 %v3.83, %v3.9
  %v3.85 = xor i3 %v3.84, %v3.10
  %v3.86 = xor i3 %v3.85, %v3.11
  %v3.87 = xor i3 %v3.86, %v3.12
  %v3.88 = xor i3 %v3.87, %v3.13
  %v3.89 = xor i3 %v3.88, %v3.14
  %v3.90 = xor i3 %v3.89, %v3.15
  %v3.91 = xor i3 %v3.90, %v3.16
  %v3.92 = xor i3 %v3.91, %v3.17
  %v3.93 = xor i3 %v3.92, %v3.19
  %v3.94 = xor i3 %v3.93, %v3.21
  %v3.95 = xor i3 %v3.94, %v3.25
  %v3.96 = xor i3 %v3.95, %v3.29
  %v3.97 = xor i3 %v3.96, %v3.33
  %v3.98 = xor i3 %v3.97, %v3.37
  %v3.99 = xor i3 %v3.98, %v3.41
  %v3.100 = xor i3 %v3.99, %v3.45
  %v3.101 = xor i3 %v3.100, %v3.48
  %v3.102 = xor i3 %v3.101, %v3.51
  %v3.103 = xor i3 %v3.102, %v3.54
  %v3.104 = xor i3 %v3.103, %v3.57
  %v3.105 = xor i3 %v3.104, %v3.60
  %v3.106 = xor i3 %v3.105, %v3.63
  %v3.107 = xor i3 %v3.106, %v3.66
  %v3.108 = xor i3 %v3.107, %v3.69
  %v3.109 = xor i3 %v3.108, %v3.72
  %v3.110 = xor i3 %v3.109, %v3.74
  %v3.111 = xor i3 %v3.110, %v3.75
  store i3 %v3.111, ptr %p
  %x6 = load i6, ptr %p
  %p6 = getelementptr i8, ptr %p, i64 16
  %y6 = load i6, ptr %p6
  %v6.1 = call i6 @llvm.bitreverse.i6(i6 %x6)
  %v6.2 = call i6 @llvm.ctpop.i6(i6 %x6)
  %v6.3 = call i6 @llvm.ctlz.i6(i6 %x6, i1 false)
  %v6.4 = call i6 @llvm.cttz.i6(i6 %x6, i1 false)
  %v6.5 = call i6 @llvm.abs.i6(i6 %x6, i1 false)
  %v6.6 = call i6 @llvm.fshl.i6(i6 %x6, i6 %y6, i6 %y6)
  %v6.7 = call i6 @llvm.fshr.i6(i6 %x6, i6 %y6, i6 %y6)
  %v6.8 = call i6 @llvm.sadd.sat.i6(i6 %x6, i6 %y6)
  %v6.9 = call i6 @llvm.uadd.sat.i6(i6 %x6, i6 %y6)
  %v6.10 = call i6 @llvm.ssub.sat.i6(i6 %x6, i6 %y6)
  %v6.11 = call i6 @llvm.usub.sat.i6(i6 %x6, i6 %y6)
  %v6.12 = call i6 @llvm.sshl.sat.i6(i6 %x6, i6 %y6)
  %v6.13 = call i6 @llvm.ushl.sat.i6(i6 %x6, i6 %y6)
  %v6.14 = call i6 @llvm.smin.i6(i6 %x6, i6 %y6)
  %v6.15 = call i6 @llvm.smax.i6(i6 %x6, i6 %y6)
  %v6.16 = call i6 @llvm.umin.i6(i6 %x6, i6 %y6)
  %v6.17 = call i6 @llvm.umax.i6(i6 %x6, i6 %y6)
  %v6.18 = call i2 @llvm.scmp.i2.i6(i6 %x6, i6 %y6)
  %v6.19 = sext i2 %v6.18 to i6
  %v6.20 = call i2 @llvm.ucmp.i2.i6(i6 %x6, i6 %y6)
  %v6.21 = sext i2 %v6.20 to i6
  %v6.22 = call { i6, i1 } @llvm.sadd.with.overflow.i6(i6 %x6, i6 %y6)
  %v6.23 = extractvalue { i6, i1 } %v6.22, 0
  %v6.24 = extractvalue { i6, i1 } %v6.22, 1
  %v6.25 = select i1 %v6.24, i6 %v6.23, i6 %x6
  %v6.26 = call { i6, i1 } @llvm.uadd.with.overflow.i6(i6 %x6, i6 %y6)
  %v6.27 = extractvalue { i6, i1 } %v6.26, 0
  %v6.28 = extractvalue { i6, i1 } %v6.26, 1
  %v6.29 = select i1 %v6.28, i6 %v6.27, i6 %x6
  %v6.30 = call { i6, i1 } @llvm.ssub.with.overflow.i6(i6 %x6, i6 %y6)
  %v6.31 = extractvalue { i6, i1 } %v6.30, 0
  %v6.32 = extractvalue { i6, i1 } %v6.30, 1
  %v6.33 = select i1 %v6.32, i6 %v6.31, i6 %x6
  %v6.34 = call { i6, i1 } @llvm.usub.with.overflow.i6(i6 %x6, i6 %y6)
  %v6.35 = extractvalue { i6, i1 } %v6.34, 0
  %v6.36 = extractvalue { i6, i1 } %v6.34, 1
  %v6.37 = select i1 %v6.36, i6 %v6.35, i6 %x6
  %v6.38 = call { i6, i1 } @llvm.smul.with.overflow.i6(i6 %x6, i6 %y6)
  %v6.39 = extractvalue { i6, i1 } %v6.38, 0
  %v6.40 = extractvalue { i6, i1 } %v6.38, 1
  %v6.41 = select i1 %v6.40, i6 %v6.39, i6 %x6
  %v6.42 = call { i6, i1 } @llvm.umul.with.overflow.i6(i6 %x6, i6 %y6)
  %v6.43 = extractvalue { i6, i1 } %v6.42, 0
  %v6.44 = extractvalue { i6, i1 } %v6.42, 1
  %v6.45 = select i1 %v6.44, i6 %v6.43, i6 %x6
  %v6.46 = insertelement <2 x i6> poison, i6 %x6, i32 0
  %v6.47 = insertelement <2 x i6> %v6.46, i6 %y6, i32 1
  %v6.48 = call i6 @llvm.vector.reduce.add.v2i6(<2 x i6> %v6.47)
  %v6.49 = insertelement <2 x i6> poison, i6 %x6, i32 0
  %v6.50 = insertelement <2 x i6> %v6.49, i6 %y6, i32 1
  %v6.51 = call i6 @llvm.vector.reduce.mul.v2i6(<2 x i6> %v6.50)
  %v6.52 = insertelement <2 x i6> poison, i6 %x6, i32 0
  %v6.53 = insertelement <2 x i6> %v6.52, i6 %y6, i32 1
  %v6.54 = call i6 @llvm.vector.reduce.and.v2i6(<2 x i6> %v6.53)
  %v6.55 = insertelement <2 x i6> poison, i6 %x6, i32 0
  %v6.56 = insertelement <2 x i6> %v6.55, i6 %y6, i32 1
  %v6.57 = call i6 @llvm.vector.reduce.or.v2i6(<2 x i6> %v6.56)
  %v6.58 = insertelement <2 x i6> poison, i6 %x6, i32 0
  %v6.59 = insertelement <2 x i6> %v6.58, i6 %y6, i32 1
  %v6.60 = call i6 @llvm.vector.reduce.xor.v2i6(<2 x i6> %v6.59)
  %v6.61 = insertelement <2 x i6> poison, i6 %x6, i32 0
  %v6.62 = insertelement <2 x i6> %v6.61, i6 %y6, i32 1
  %v6.63 = call i6 @llvm.vector.reduce.smin.v2i6(<2 x i6> %v6.62)
  %v6.64 = insertelement <2 x i6> poison, i6 %x6, i32 0
  %v6.65 = insertelement <2 x i6> %v6.64, i6 %y6, i32 1
  %v6.66 = call i6 @llvm.vector.reduce.smax.v2i6(<2 x i6> %v6.65)
  %v6.67 = insertelement <2 x i6> poison, i6 %x6, i32 0
  %v6.68 = insertelement <2 x i6> %v6.67, i6 %y6, i32 1
  %v6.69 = call i6 @llvm.vector.reduce.umin.v2i6(<2 x i6> %v6.68)
  %v6.70 = insertelement <2 x i6> poison, i6 %x6, i32 0
  %v6.71 = insertelement <2 x i6> %v6.70, i6 %y6, i32 1
  %v6.72 = call i6 @llvm.vector.reduce.umax.v2i6(<2 x i6> %v6.71)
  %v6.73 = load double, ptr %p
  %v6.74 = call i6 @llvm.fptosi.sat.i6.f64(double %v6.73)
  %v6.75 = call i6 @llvm.fptoui.sat.i6.f64(double %v6.73)
  %v6.76 = xor i6 %x6, %v6.1
  %v6.77 = xor i6 %v6.76, %v6.2
  %v6.78 = xor i6 %v6.77, %v6.3
  %v6.79 = xor i6 %v6.78, %v6.4
  %v6.80 = xor i6 %v6.79, %v6.5
  %v6.81 = xor i6 %v6.80, %v6.6
  %v6.82 = xor i6 %v6.81, %v6.7
  %v6.83 = xor i6 %v6.82, %v6.8
  %v6.84 = xor i6 %v6.83, %v6.9
  %v6.85 = xor i6 %v6.84, %v6.10
  %v6.86 = xor i6 %v6.85, %v6.11
  %v6.87 = xor i6 %v6.86, %v6.12
  %v6.88 = xor i6 %v6.87, %v6.13
  %v6.89 = xor i6 %v6.88, %v6.14
  %v6.90 = xor i6 %v6.89, %v6.15
  %v6.91 = xor i6 %v6.90, %v6.16
  %v6.92 = xor i6 %v6.91, %v6.17
  %v6.93 = xor i6 %v6.92, %v6.19
  %v6.94 = xor i6 %v6.93, %v6.21
  %v6.95 = xor i6 %v6.94, %v6.25
  %v6.96 = xor i6 %v6.95, %v6.29
  %v6.97 = xor i6 %v6.96, %v6.33
  %v6.98 = xor i6 %v6.97, %v6.37
  %v6.99 = xor i6 %v6.98, %v6.41
  %v6.100 = xor i6 %v6.99, %v6.45
  %v6.101 = xor i6 %v6.100, %v6.48
  %v6.102 = xor i6 %v6.101, %v6.51
  %v6.103 = xor i6 %v6.102, %v6.54
  %v6.104 = xor i6 %v6.103, %v6.57
  %v6.105 = xor i6 %v6.104, %v6.60
  %v6.106 = xor i6 %v6.105, %v6.63
  %v6.107 = xor i6 %v6.106, %v6.66
  %v6.108 = xor i6 %v6.107, %v6.69
  %v6.109 = xor i6 %v6.108, %v6.72
  %v6.110 = xor i6 %v6.109, %v6.74
  %v6.111 = xor i6 %v6.110, %v6.75
  store i6 %v6.111, ptr %p
  %x9 = load i9, ptr %p
  %p9 = getelementptr i8, ptr %p, i64 16
  %y9 = load i9, ptr %p9
  %v9.1 = call i9 @llvm.bitreverse.i9(i9 %x9)
  %v9.2 = call i9 @llvm.ctpop.i9(i9 %x9)
  %v9.3 = call i9 @llvm.ctlz.i9(i9 %x9, i1 false)
  %v9.4 = call i9 @llvm.cttz.i9(i9 %x9, i1 false)
  %v9.5 = call i9 @llvm.abs.i9(i9 %x9, i1 false)
  %v9.6 = call i9 @llvm.fshl.i9(i9 %x9, i9 %y9, i9 %y9)
  %v9.7 = call i9 @llvm.fshr.i9(i9 %x9, i9 %y9, i9 %y9)
  %v9.8 = call i9 @llvm.sadd.sat.i9(i9 %x9, i9 %y9)
  %v9.9 = call i9 @llvm.uadd.sat.i9(i9 %x9, i9 %y9)
  %v9.10 = call i9 @llvm.ssub.sat.i9(i9 %x9, i9 %y9)
  %v9.11 = call i9 @llvm.usub.sat.i9(i9 %x9, i9 %y9)
  %v9.12 = call i9 @llvm.sshl.sat.i9(i9 %x9, i9 %y9)
  %v9.13 = call i9 @llvm.ushl.sat.i9(i9 %x9, i9 %y9)
  %v9.14 = call i9 @llvm.smin.i9(i9 %x9, i9 %y9)
  %v9.15 = call i9 @llvm.smax.i9(i9 %x9, i9 %y9)
  %v9.16 = call i9 @llvm.umin.i9(i9 %x9, i9 %y9)
  %v9.17 = call i9 @llvm.umax.i9(i9 %x9, i9 %y9)
  %v9.18 = call i2 @llvm.scmp.i2.i9(i9 %x9, i9 %y9)
  %v9.19 = sext i2 %v9.18 to i9
  %v9.20 = call i2 @llvm.ucmp.i2.i9(i9 %x9, i9 %y9)
  %v9.21 = sext i2 %v9.20 to i9
  %v9.22 = call { i9, i1 } @llvm.sadd.with.overflow.i9(i9 %x9, i9 %y9)
  %v9.23 = extractvalue { i9, i1 } %v9.22, 0
  %v9.24 = extractvalue { i9, i1 } %v9.22, 1
  %v9.25 = select i1 %v9.24, i9 %v9.23, i9 %x9
  %v9.26 = call { i9, i1 } @llvm.uadd.with.overflow.i9(i9 %x9, i9 %y9)
  %v9.27 = extractvalue { i9, i1 } %v9.26, 0
  %v9.28 = extractvalue { i9, i1 } %v9.26, 1
  %v9.29 = select i1 %v9.28, i9 %v9.27, i9 %x9
  %v9.30 = call { i9, i1 } @llvm.ssub.with.overflow.i9(i9 %x9, i9 %y9)
  %v9.31 = extractvalue { i9, i1 } %v9.30, 0
  %v9.32 = extractvalue { i9, i1 } %v9.30, 1
  %v9.33 = select i1 %v9.32, i9 %v9.31, i9 %x9
  %v9.34 = call { i9, i1 } @llvm.usub.with.overflow.i9(i9 %x9, i9 %y9)
  %v9.35 = extractvalue { i9, i1 } %v9.34, 0
  %v9.36 = extractvalue { i9, i1 } %v9.34, 1
  %v9.37 = select i1 %v9.36, i9 %v9.35, i9 %x9
  %v9.38 = call { i9, i1 } @llvm.smul.with.overflow.i9(i9 %x9, i9 %y9)
  %v9.39 = extractvalue { i9, i1 } %v9.38, 0
  %v9.40 = extractvalue { i9, i1 } %v9.38, 1
  %v9.41 = select i1 %v9.40, i9 %v9.39, i9 %x9
  %v9.42 = call { i9, i1 } @llvm.umul.with.overflow.i9(i9 %x9, i9 %y9)
  %v9.43 = extractvalue { i9, i1 } %v9.42, 0
  %v9.44 = extractvalue { i9, i1 } %v9.42, 1
  %v9.45 = select i1 %v9.44, i9 %v9.43, i9 %x9
  %v9.46 = insertelement <2 x i9> poison, i9 %x9, i32 0
  %v9.47 = insertelement <2 x i9> %v9.46, i9 %y9, i32 1
  %v9.48 = call i9 @llvm.vector.reduce.add.v2i9(<2 x i9> %v9.47)
  %v9.49 = insertelement <2 x i9> poison, i9 %x9, i32 0
  %v9.50 = insertelement <2 x i9> %v9.49, i9 %y9, i32 1
  %v9.51 = call i9 @llvm.vector.reduce.mul.v2i9(<2 x i9> %v9.50)
  %v9.52 = insertelement <2 x i9> poison, i9 %x9, i32 0
  %v9.53 = insertelement <2 x i9> %v9.52, i9 %y9, i32 1
  %v9.54 = call i9 @llvm.vector.reduce.and.v2i9(<2 x i9> %v9.53)
  %v9.55 = insertelement <2 x i9> poison, i9 %x9, i32 0
  %v9.56 = insertelement <2 x i9> %v9.55, i9 %y9, i32 1
  %v9.57 = call i9 @llvm.vector.reduce.or.v2i9(<2 x i9> %v9.56)
  %v9.58 = insertelement <2 x i9> poison, i9 %x9, i32 0
  %v9.59 = insertelement <2 x i9> %v9.58, i9 %y9, i32 1
  %v9.60 = call i9 @llvm.vector.reduce.xor.v2i9(<2 x i9> %v9.59)
  %v9.61 = insertelement <2 x i9> poison, i9 %x9, i32 0
  %v9.62 = insertelement <2 x i9> %v9.61, i9 %y9, i32 1
  %v9.63 = call i9 @llvm.vector.reduce.smin.v2i9(<2 x i9> %v9.62)
  %v9.64 = insertelement <2 x i9> poison, i9 %x9, i32 0
  %v9.65 = insertelement <2 x i9> %v9.64, i9 %y9, i32 1
  %v9.66 = call i9 @llvm.vector.reduce.smax.v2i9(<2 x i9> %v9.65)
  %v9.67 = insertelement <2 x i9> poison, i9 %x9, i32 0
  %v9.68 = insertelement <2 x i9> %v9.67, i9 %y9, i32 1
  %v9.69 = call i9 @llvm.vector.reduce.umin.v2i9(<2 x i9> %v9.68)
  %v9.70 = insertelement <2 x i9> poison, i9 %x9, i32 0
  %v9.71 = insertelement <2 x i9> %v9.70, i9 %y9, i32 1
  %v9.72 = call i9 @llvm.vector.reduce.umax.v2i9(<2 x i9> %v9.71)
  %v9.73 = load double, ptr %p
  %v9.74 = call i9 @llvm.fptosi.sat.i9.f64(double %v9.73)
  %v9.75 = call i9 @llvm.fptoui.sat.i9.f64(double %v9.73)
  %v9.76 = xor i9 %x9, %v9.1
  %v9.77 = xor i9 %v9.76, %v9.2
  %v9.78 = xor i9 %v9.77, %v9.3
  %v9.79 = xor i9 %v9.78, %v9.4
  %v9.80 = xor i9 %v9.79, %v9.5
  %v9.81 = xor i9 %v9.80, %v9.6
  %v9.82 = xor i9 %v9.81, %v9.7
  %v9.83 = xor i9 %v9.82, %v9.8
  %v9.84 = xor i9 %v9.83, %v9.9
  %v9.85 = xor i9 %v9.84, %v9.10
  %v9.86 = xor i9 %v9.85, %v9.11
  %v9.87 = xor i9 %v9.86, %v9.12
  %v9.88 = xor i9 %v9.87, %v9.13
  %v9.89 = xor i9 %v9.88, %v9.14
  %v9.90 = xor i9 %v9.89, %v9.15
  %v9.91 = xor i9 %v9.90, %v9.16
  %v9.92 = xor i9 %v9.91, %v9.17
  %v9.93 = xor i9 %v9.92, %v9.19
  %v9.94 = xor i9 %v9.93, %v9.21
  %v9.95 = xor i9 %v9.94, %v9.25
  %v9.96 = xor i9 %v9.95, %v9.29
  %v9.97 = xor i9 %v9.96, %v9.33
  %v9.98 = xor i9 %v9.97, %v9.37
  %v9.99 = xor i9 %v9.98, %v9.41
  %v9.100 = xor i9 %v9.99, %v9.45
  %v9.101 = xor i9 %v9.100, %v9.48
  %v9.102 = xor i9 %v9.101, %v9.51
  %v9.103 = xor i9 %v9.102, %v9.54
  %v9.104 = xor i9 %v9.103, %v9.57
  %v9.105 = xor i9 %v9.104, %v9.60
  %v9.106 = xor i9 %v9.105, %v9.63
  %v9.107 = xor i9 %v9.106, %v9.66
  %v9.108 = xor i9 %v9.107, %v9.69
  %v9.109 = xor i9 %v9.108, %v9.72
  %v9.110 = xor i9 %v9.109, %v9.74
  %v9.111 = xor i9 %v9.110, %v9.75
  store i9 %v9.111, ptr %p
  %x17 = load i17, ptr %p
  %p17 = getelementptr i8, ptr %p, i64 16
  %y17 = load i17, ptr %p17
  %v17.1 = call i17 @llvm.bitreverse.i17(i17 %x17)
  %v17.2 = call i17 @llvm.ctpop.i17(i17 %x17)
  %v17.3 = call i17 @llvm.ctlz.i17(i17 %x17, i1 false)
  %v17.4 = call i17 @llvm.cttz.i17(i17 %x17, i1 false)
  %v17.5 = call i17 @llvm.abs.i17(i17 %x17, i1 false)
  %v17.6 = call i17 @llvm.fshl.i17(i17 %x17, i17 %y17, i17 %y17)
  %v17.7 = call i17 @llvm.fshr.i17(i17 %x17, i17 %y17, i17 %y17)
  %v17.8 = call i17 @llvm.sadd.sat.i17(i17 %x17, i17 %y17)
  %v17.9 = call i17 @llvm.uadd.sat.i17(i17 %x17, i17 %y17)
  %v17.10 = call i17 @llvm.ssub.sat.i17(i17 %x17, i17 %y17)
  %v17.11 = call i17 @llvm.usub.sat.i17(i17 %x17, i17 %y17)
  %v17.12 = call i17 @llvm.sshl.sat.i17(i17 %x17, i17 %y17)
  %v17.13 = call i17 @llvm.ushl.sat.i17(i17 %x17, i17 %y17)
  %v17.14 = call i17 @llvm.smin.i17(i17 %x17, i17 %y17)
  %v17.15 = call i17 @llvm.smax.i17(i17 %x17, i17 %y17)
  %v17.16 = call i17 @llvm.umin.i17(i17 %x17, i17 %y17)
  %v17.17 = call i17 @llvm.umax.i17(i17 %x17, i17 %y17)
  %v17.18 = call i2 @llvm.scmp.i2.i17(i17 %x17, i17 %y17)
  %v17.19 = sext i2 %v17.18 to i17
  %v17.20 = call i2 @llvm.ucmp.i2.i17(i17 %x17, i17 %y17)
  %v17.21 = sext i2 %v17.20 to i17
  %v17.22 = call { i17, i1 } @llvm.sadd.with.overflow.i17(i17 %x17, i17 %y17)
  %v17.23 = extractvalue { i17, i1 } %v17.22, 0
  %v17.24 = extractvalue { i17, i1 } %v17.22, 1
  %v17.25 = select i1 %v17.24, i17 %v17.23, i17 %x17
  %v17.26 = call { i17, i1 } @llvm.uadd.with.overflow.i17(i17 %x17, i17 %y17)
  %v17.27 = extractvalue { i17, i1 } %v17.26, 0
  %v17.28 = extractvalue { i17, i1 } %v17.26, 1
  %v17.29 = select i1 %v17.28, i17 %v17.27, i17 %x17
  %v17.30 = call { i17, i1 } @llvm.ssub.with.overflow.i17(i17 %x17, i17 %y17)
  %v17.31 = extractvalue { i17, i1 } %v17.30, 0
  %v17.32 = extractvalue { i17, i1 } %v17.30, 1
  %v17.33 = select i1 %v17.32, i17 %v17.31, i17 %x17
  %v17.34 = call { i17, i1 } @llvm.usub.with.overflow.i17(i17 %x17, i17 %y17)
  %v17.35 = extractvalue { i17, i1 } %v17.34, 0
  %v17.36 = extractvalue { i17, i1 } %v17.34, 1
  %v17.37 = select i1 %v17.36, i17 %v17.35, i17 %x17
  %v17.38 = call { i17, i1 } @llvm.smul.with.overflow.i17(i17 %x17, i17 %y17)
  %v17.39 = extractvalue { i17, i1 } %v17.38, 0
  %v17.40 = extractvalue { i17, i1 } %v17.38, 1
  %v17.41 = select i1 %v17.40, i17 %v17.39, i17 %x17
  %v17.42 = call { i17, i1 } @llvm.umul.with.overflow.i17(i17 %x17, i17 %y17)
  %v17.43 = extractvalue { i17, i1 } %v17.42, 0
  %v17.44 = extractvalue { i17, i1 } %v17.42, 1
  %v17.45 = select i1 %v17.44, i17 %v17.43, i17 %x17
  %v17.46 = insertelement <2 x i17> poison, i17 %x17, i32 0
  %v17.47 = insertelement <2 x i17> %v17.46, i17 %y17, i32 1
  %v17.48 = call i17 @llvm.vector.reduce.add.v2i17(<2 x i17> %v17.47)
  %v17.49 = insertelement <2 x i17> poison, i17 %x17, i32 0
  %v17.50 = insertelement <2 x i17> %v17.49, i17 %y17, i32 1
  %v17.51 = call i17 @llvm.vector.reduce.mul.v2i17(<2 x i17> %v17.50)
  %v17.52 = insertelement <2 x i17> poison, i17 %x17, i32 0
  %v17.53 = insertelement <2 x i17> %v17.52, i17 %y17, i32 1
  %v17.54 = call i17 @llvm.vector.reduce.and.v2i17(<2 x i17> %v17.53)
  %v17.55 = insertelement <2 x i17> poison, i17 %x17, i32 0
  %v17.56 = insertelement <2 x i17> %v17.55, i17 %y17, i32 1
  %v17.57 = call i17 @llvm.vector.reduce.or.v2i17(<2 x i17> %v17.56)
  %v17.58 = insertelement <2 x i17> poison, i17 %x17, i32 0
  %v17.59 = insertelement <2 x i17> %v17.58, i17 %y17, i32 1
  %v17.60 = call i17 @llvm.vector.reduce.xor.v2i17(<2 x i17> %v17.59)
  %v17.61 = insertelement <2 x i17> poison, i17 %x17, i32 0
  %v17.62 = insertelement <2 x i17> %v17.61, i17 %y17, i32 1
  %v17.63 = call i17 @llvm.vector.reduce.smin.v2i17(<2 x i17> %v17.62)
  %v17.64 = insertelement <2 x i17> poison, i17 %x17, i32 0
  %v17.65 = insertelement <2 x i17> %v17.64, i17 %y17, i32 1
  %v17.66 = call i17 @llvm.vector.reduce.smax.v2i17(<2 x i17> %v17.65)
  %v17.67 = insertelement <2 x i17> poison, i17 %x17, i32 0
  %v17.68 = insertelement <2 x i17> %v17.67, i17 %y17, i32 1
  %v17.69 = call i17 @llvm.vector.reduce.umin.v2i17(<2 x i17> %v17.68)
  %v17.70 = insertelement <2 x i17> poison, i17 %x17, i32 0
  %v17.71 = insertelement <2 x i17> %v17.70, i17 %y17, i32 1
  %v17.72 = call i17 @llvm.vector.reduce.umax.v2i17(<2 x i17> %v17.71)
  %v17.73 = load double, ptr %p
  %v17.74 = call i17 @llvm.fptosi.sat.i17.f64(double %v17.73)
  %v17.75 = call i17 @llvm.fptoui.sat.i17.f64(double %v17.73)
  %v17.76 = xor i17 %x17, %v17.1
  %v17.77 = xor i17 %v17.76, %v17.2
  %v17.78 = xor i17 %v17.77, %v17.3
  %v17.79 = xor i17 %v17.78, %v17.4
  %v17.80 = xor i17 %v17.79, %v17.5
  %v17.81 = xor i17 %v17.80, %v17.6
  %v17.82 = xor i17 %v17.81, %v17.7
  %v17.83 = xor i17 %v17.82, %v17.8
  %v17.84 = xor i17 %v17.83, %v17.9
  %v17.85 = xor i17 %v17.84, %v17.10
  %v17.86 = xor i17 %v17.85, %v17.11
  %v17.87 = xor i17 %v17.86, %v17.12
  %v17.88 = xor i17 %v17.87, %v17.13
  %v17.89 = xor i17 %v17.88, %v17.14
  %v17.90 = xor i17 %v17.89, %v17.15
  %v17.91 = xor i17 %v17.90, %v17.16
  %v17.92 = xor i17 %v17.91, %v17.17
  %v17.93 = xor i17 %v17.92, %v17.19
  %v17.94 = xor i17 %v17.93, %v17.21
  %v17.95 = xor i17 %v17.94, %v17.25
  %v17.96 = xor i17 %v17.95, %v17.29
  %v17.97 = xor i17 %v17.96, %v17.33
  %v17.98 = xor i17 %v17.97, %v17.37
  %v17.99 = xor i17 %v17.98, %v17.41
  %v17.100 = xor i17 %v17.99, %v17.45
  %v17.101 = xor i17 %v17.100, %v17.48
  %v17.102 = xor i17 %v17.101, %v17.51
  %v17.103 = xor i17 %v17.102, %v17.54
  %v17.104 = xor i17 %v17.103, %v17.57
  %v17.105 = xor i17 %v17.104, %v17.60
  %v17.106 = xor i17 %v17.105, %v17.63
  %v17.107 = xor i17 %v17.106, %v17.66
  %v17.108 = xor i17 %v17.107, %v17.69
  %v17.109 = xor i17 %v17.108, %v17.72
  %v17.110 = xor i17 %v17.109, %v17.74
  %v17.111 = xor i17 %v17.110, %v17.75
  store i17 %v17.111, ptr %p
  %x24 = load i24, ptr %p
  %p24 = getelementptr i8, ptr %p, i64 16
  %y24 = load i24, ptr %p24
  %v24.1 = call i24 @llvm.bitreverse.i24(i24 %x24)
  %v24.2 = call i24 @llvm.ctpop.i24(i24 %x24)
  %v24.3 = call i24 @llvm.ctlz.i24(i24 %x24, i1 false)
  %v24.4 = call i24 @llvm.cttz.i24(i24 %x24, i1 false)
  %v24.5 = call i24 @llvm.abs.i24(i24 %x24, i1 false)
  %v24.6 = call i24 @llvm.fshl.i24(i24 %x24, i24 %y24, i24 %y24)
  %v24.7 = call i24 @llvm.fshr.i24(i24 %x24, i24 %y24, i24 %y24)
  %v24.8 = call i24 @llvm.sadd.sat.i24(i24 %x24, i24 %y24)
  %v24.9 = call i24 @llvm.uadd.sat.i24(i24 %x24, i24 %y24)
  %v24.10 = call i24 @llvm.ssub.sat.i24(i24 %x24, i24 %y24)
  %v24.11 = call i24 @llvm.usub.sat.i24(i24 %x24, i24 %y24)
  %v24.12 = call i24 @llvm.sshl.sat.i24(i24 %x24, i24 %y24)
  %v24.13 = call i24 @llvm.ushl.sat.i24(i24 %x24, i24 %y24)
  %v24.14 = call i24 @llvm.smin.i24(i24 %x24, i24 %y24)
  %v24.15 = call i24 @llvm.smax.i24(i24 %x24, i24 %y24)
  %v24.16 = call i24 @llvm.umin.i24(i24 %x24, i24 %y24)
  %v24.17 = call i24 @llvm.umax.i24(i24 %x24, i24 %y24)
  %v24.18 = call i2 @llvm.scmp.i2.i24(i24 %x24, i24 %y24)
  %v24.19 = sext i2 %v24.18 to i24
  %v24.20 = call i2 @llvm.ucmp.i2.i24(i24 %x24, i24 %y24)
  %v24.21 = sext i2 %v24.20 to i24
  %v24.22 = call { i24, i1 } @llvm.sadd.with.overflow.i24(i24 %x24, i24 %y24)
  %v24.23 = extractvalue { i24, i1 } %v24.22, 0
  %v24.24 = extractvalue { i24, i1 } %v24.22, 1
  %v24.25 = select i1 %v24.24, i24 %v24.23, i24 %x24
  %v24.26 = call { i24, i1 } @llvm.uadd.with.overflow.i24(i24 %x24, i24 %y24)
  %v24.27 = extractvalue { i24, i1 } %v24.26, 0
  %v24.28 = extractvalue { i24, i1 } %v24.26, 1
  %v24.29 = select i1 %v24.28, i24 %v24.27, i24 %x24
  %v24.30 = call { i24, i1 } @llvm.ssub.with.overflow.i24(i24 %x24, i24 %y24)
  %v24.31 = extractvalue { i24, i1 } %v24.30, 0
  %v24.32 = extractvalue { i24, i1 } %v24.30, 1
  %v24.33 = select i1 %v24.32, i24 %v24.31, i24 %x24
  %v24.34 = call { i24, i1 } @llvm.usub.with.overflow.i24(i24 %x24, i24 %y24)
  %v24.35 = extractvalue { i24, i1 } %v24.34, 0
  %v24.36 = extractvalue { i24, i1 } %v24.34, 1
  %v24.37 = select i1 %v24.36, i24 %v24.35, i24 %x24
  %v24.38 = call { i24, i1 } @llvm.smul.with.overflow.i24(i24 %x24, i24 %y24)
  %v24.39 = extractvalue { i24, i1 } %v24.38, 0
  %v24.40 = extractvalue { i24, i1 } %v24.38, 1
  %v24.41 = select i1 %v24.40, i24 %v24.39, i24 %x24
  %v24.42 = call { i24, i1 } @llvm.umul.with.overflow.i24(i24 %x24, i24 %y24)
  %v24.43 = extractvalue { i24, i1 } %v24.42, 0
  %v24.44 = extractvalue { i24, i1 } %v24.42, 1
  %v24.45 = select i1 %v24.44, i24 %v24.43, i24 %x24
  %v24.46 = insertelement <2 x i24> poison, i24 %x24, i32 0
  %v24.47 = insertelement <2 x i24> %v24.46, i24 %y24, i32 1
  %v24.48 = call i24 @llvm.vector.reduce.add.v2i24(<2 x i24> %v24.47)
  %v24.49 = insertelement <2 x i24> poison, i24 %x24, i32 0
  %v24.50 = insertelement <2 x i24> %v24.49, i24 %y24, i32 1
  %v24.51 = call i24 @llvm.vector.reduce.mul.v2i24(<2 x i24> %v24.50)
  %v24.52 = insertelement <2 x i24> poison, i24 %x24, i32 0
  %v24.53 = insertelement <2 x i24> %v24.52, i24 %y24, i32 1
  %v24.54 = call i24 @llvm.vector.reduce.and.v2i24(<2 x i24> %v24.53)
  %v24.55 = insertelement <2 x i24> poison, i24 %x24, i32 0
  %v24.56 = insertelement <2 x i24> %v24.55, i24 %y24, i32 1
  %v24.57 = call i24 @llvm.vector.reduce.or.v2i24(<2 x i24> %v24.56)
  %v24.58 = insertelement <2 x i24> poison, i24 %x24, i32 0
  %v24.59 = insertelement <2 x i24> %v24.58, i24 %y24, i32 1
  %v24.60 = call i24 @llvm.vector.reduce.xor.v2i24(<2 x i24> %v24.59)
  %v24.61 = insertelement <2 x i24> poison, i24 %x24, i32 0
  %v24.62 = insertelement <2 x i24> %v24.61, i24 %y24, i32 1
  %v24.63 = call i24 @llvm.vector.reduce.smin.v2i24(<2 x i24> %v24.62)
  %v24.64 = insertelement <2 x i24> poison, i24 %x24, i32 0
  %v24.65 = insertelement <2 x i24> %v24.64, i24 %y24, i32 1
  %v24.66 = call i24 @llvm.vector.reduce.smax.v2i24(<2 x i24> %v24.65)
  %v24.67 = insertelement <2 x i24> poison, i24 %x24, i32 0
  %v24.68 = insertelement <2 x i24> %v24.67, i24 %y24, i32 1
  %v24.69 = call i24 @llvm.vector.reduce.umin.v2i24(<2 x i24> %v24.68)
  %v24.70 = insertelement <2 x i24> poison, i24 %x24, i32 0
  %v24.71 = insertelement <2 x i24> %v24.70, i24 %y24, i32 1
  %v24.72 = call i24 @llvm.vector.reduce.umax.v2i24(<2 x i24> %v24.71)
  %v24.73 = load double, ptr %p
  %v24.74 = call i24 @llvm.fptosi.sat.i24.f64(double %v24.73)
  %v24.75 = call i24 @llvm.fptoui.sat.i24.f64(double %v24.73)
  %v24.76 = xor i24 %x24, %v24.1
  %v24.77 = xor i24 %v24.76, %v24.2
  %v24.78 = xor i24 %v24.77, %v24.3
  %v24.79 = xor i24 %v24.78, %v24.4
  %v24.80 = xor i24 %v24.79, %v24.5
  %v24.81 = xor i24 %v24.80, %v24.6
  %v24.82 = xor i24 %v24.81, %v24.7
  %v24.83 = xor i24 %v24.82, %v24.8
  %v24.84 = xor i24 %v24.83, %v24.9
  %v24.85 = xor i24 %v24.84, %v24.10
  %v24.86 = xor i24 %v24.85, %v24.11
  %v24.87 = xor i24 %v24.86, %v24.12
  %v24.88 = xor i24 %v24.87, %v24.13
  %v24.89 = xor i24 %v24.88, %v24.14
  %v24.90 = xor i24 %v24.89, %v24.15
  %v24.91 = xor i24 %v24.90, %v24.16
  %v24.92 = xor i24 %v24.91, %v24.17
  %v24.93 = xor i24 %v24.92, %v24.19
  %v24.94 = xor i24 %v24.93, %v24.21
  %v24.95 = xor i24 %v24.94, %v24.25
  %v24.96 = xor i24 %v24.95, %v24.29
  %v24.97 = xor i24 %v24.96, %v24.33
  %v24.98 = xor i24 %v24.97, %v24.37
  %v24.99 = xor i24 %v24.98, %v24.41
  %v24.100 = xor i24 %v24.99, %v24.45
  %v24.101 = xor i24 %v24.100, %v24.48
  %v24.102 = xor i24 %v24.101, %v24.51
  %v24.103 = xor i24 %v24.102, %v24.54
  %v24.104 = xor i24 %v24.103, %v24.57
  %v24.105 = xor i24 %v24.104, %v24.60
  %v24.106 = xor i24 %v24.105, %v24.63
  %v24.107 = xor i24 %v24.106, %v24.66
  %v24.108 = xor i24 %v24.107, %v24.69
  %v24.109 = xor i24 %v24.108, %v24.72
  %v24.110 = xor i24 %v24.109, %v24.74
  %v24.111 = xor i24 %v24.110, %v24.75
  store i24 %v24.111, ptr %p
  %x33 = load i33, ptr %p
  %p33 = getelementptr i8, ptr %p, i64 16
  %y33 = load i33, ptr %p33
  %v33.1 = call i33 @llvm.bitreverse.i33(i33 %x33)
  %v33.2 = call i33 @llvm.ctpop.i33(i33 %x33)
  %v33.3 = call i33 @llvm.ctlz.i33(i33 %x33, i1 false)
  %v33.4 = call i33 @llvm.cttz.i33(i33 %x33, i1 false)
  %v33.5 = call i33 @llvm.abs.i33(i33 %x33, i1 false)
  %v33.6 = call i33 @llvm.fshl.i33(i33 %x33, i33 %y33, i33 %y33)
  %v33.7 = call i33 @llvm.fshr.i33(i33 %x33, i33 %y33, i33 %y33)
  %v33.8 = call i33 @llvm.sadd.sat.i33(i33 %x33, i33 %y33)
  %v33.9 = call i33 @llvm.uadd.sat.i33(i33 %x33, i33 %y33)
  %v33.10 = call i33 @llvm.ssub.sat.i33(i33 %x33, i33 %y33)
  %v33.11 = call i33 @llvm.usub.sat.i33(i33 %x33, i33 %y33)
  %v33.12 = call i33 @llvm.sshl.sat.i33(i33 %x33, i33 %y33)
  %v33.13 = call i33 @llvm.ushl.sat.i33(i33 %x33, i33 %y33)
  %v33.14 = call i33 @llvm.smin.i33(i33 %x33, i33 %y33)
  %v33.15 = call i33 @llvm.smax.i33(i33 %x33, i33 %y33)
  %v33.16 = call i33 @llvm.umin.i33(i33 %x33, i33 %y33)
  %v33.17 = call i33 @llvm.umax.i33(i33 %x33, i33 %y33)
  %v33.18 = call i2 @llvm.scmp.i2.i33(i33 %x33, i33 %y33)
  %v33.19 = sext i2 %v33.18 to i33
  %v33.20 = call i2 @llvm.ucmp.i2.i33(i33 %x33, i33 %y33)
  %v33.21 = sext i2 %v33.20 to i33
  %v33.22 = call { i33, i1 } @llvm.sadd.with.overflow.i33(i33 %x33, i33 %y33)
  %v33.23 = extractvalue { i33, i1 } %v33.22, 0
  %v33.24 = extractvalue { i33, i1 } %v33.22, 1
  %v33.25 = select i1 %v33.24, i33 %v33.23, i33 %x33
  %v33.26 = call { i33, i1 } @llvm.uadd.with.overflow.i33(i33 %x33, i33 %y33)
  %v33.27 = extractvalue { i33, i1 } %v33.26, 0
  %v33.28 = extractvalue { i33, i1 } %v33.26, 1
  %v33.29 = select i1 %v33.28, i33 %v33.27, i33 %x33
  %v33.30 = call { i33, i1 } @llvm.ssub.with.overflow.i33(i33 %x33, i33 %y33)
  %v33.31 = extractvalue { i33, i1 } %v33.30, 0
  %v33.32 = extractvalue { i33, i1 } %v33.30, 1
  %v33.33 = select i1 %v33.32, i33 %v33.31, i33 %x33
  %v33.34 = call { i33, i1 } @llvm.usub.with.overflow.i33(i33 %x33, i33 %y33)
  %v33.35 = extractvalue { i33, i1 } %v33.34, 0
  %v33.36 = extractvalue { i33, i1 } %v33.34, 1
  %v33.37 = select i1 %v33.36, i33 %v33.35, i33 %x33
  %v33.38 = call { i33, i1 } @llvm.smul.with.overflow.i33(i33 %x33, i33 %y33)
  %v33.39 = extractvalue { i33, i1 } %v33.38, 0
  %v33.40 = extractvalue { i33, i1 } %v33.38, 1
  %v33.41 = select i1 %v33.40, i33 %v33.39, i33 %x33
  %v33.42 = call { i33, i1 } @llvm.umul.with.overflow.i33(i33 %x33, i33 %y33)
  %v33.43 = extractvalue { i33, i1 } %v33.42, 0
  %v33.44 = extractvalue { i33, i1 } %v33.42, 1
  %v33.45 = select i1 %v33.44, i33 %v33.43, i33 %x33
  %v33.46 = insertelement <2 x i33> poison, i33 %x33, i32 0
  %v33.47 = insertelement <2 x i33> %v33.46, i33 %y33, i32 1
  %v33.48 = call i33 @llvm.vector.reduce.add.v2i33(<2 x i33> %v33.47)
  %v33.49 = insertelement <2 x i33> poison, i33 %x33, i32 0
  %v33.50 = insertelement <2 x i33> %v33.49, i33 %y33, i32 1
  %v33.51 = call i33 @llvm.vector.reduce.mul.v2i33(<2 x i33> %v33.50)
  %v33.52 = insertelement <2 x i33> poison, i33 %x33, i32 0
  %v33.53 = insertelement <2 x i33> %v33.52, i33 %y33, i32 1
  %v33.54 = call i33 @llvm.vector.reduce.and.v2i33(<2 x i33> %v33.53)
  %v33.55 = insertelement <2 x i33> poison, i33 %x33, i32 0
  %v33.56 = insertelement <2 x i33> %v33.55, i33 %y33, i32 1
  %v33.57 = call i33 @llvm.vector.reduce.or.v2i33(<2 x i33> %v33.56)
  %v33.58 = insertelement <2 x i33> poison, i33 %x33, i32 0
  %v33.59 = insertelement <2 x i33> %v33.58, i33 %y33, i32 1
  %v33.60 = call i33 @llvm.vector.reduce.xor.v2i33(<2 x i33> %v33.59)
  %v33.61 = insertelement <2 x i33> poison, i33 %x33, i32 0
  %v33.62 = insertelement <2 x i33> %v33.61, i33 %y33, i32 1
  %v33.63 = call i33 @llvm.vector.reduce.smin.v2i33(<2 x i33> %v33.62)
  %v33.64 = insertelement <2 x i33> poison, i33 %x33, i32 0
  %v33.65 = insertelement <2 x i33> %v33.64, i33 %y33, i32 1
  %v33.66 = call i33 @llvm.vector.reduce.smax.v2i33(<2 x i33> %v33.65)
  %v33.67 = insertelement <2 x i33> poison, i33 %x33, i32 0
  %v33.68 = insertelement <2 x i33> %v33.67, i33 %y33, i32 1
  %v33.69 = call i33 @llvm.vector.reduce.umin.v2i33(<2 x i33> %v33.68)
  %v33.70 = insertelement <2 x i33> poison, i33 %x33, i32 0
  %v33.71 = insertelement <2 x i33> %v33.70, i33 %y33, i32 1
  %v33.72 = call i33 @llvm.vector.reduce.umax.v2i33(<2 x i33> %v33.71)
  %v33.73 = load double, ptr %p
  %v33.74 = call i33 @llvm.fptosi.sat.i33.f64(double %v33.73)
  %v33.75 = call i33 @llvm.fptoui.sat.i33.f64(double %v33.73)
  %v33.76 = xor i33 %x33, %v33.1
  %v33.77 = xor i33 %v33.76, %v33.2
  %v33.78 = xor i33 %v33.77, %v33.3
  %v33.79 = xor i33 %v33.78, %v33.4
  %v33.80 = xor i33 %v33.79, %v33.5
  %v33.81 = xor i33 %v33.80, %v33.6
  %v33.82 = xor i33 %v33.81, %v33.7
  %v33.83 = xor i33 %v33.82, %v33.8
  %v33.84 = xor i33 %v33.83, %v33.9
  %v33.85 = xor i33 %v33.84, %v33.10
  %v33.86 = xor i33 %v33.85, %v33.11
  %v33.87 = xor i33 %v33.86, %v33.12
  %v33.88 = xor i33 %v33.87, %v33.13
  %v33.89 = xor i33 %v33.88, %v33.14
  %v33.90 = xor i33 %v33.89, %v33.15
  %v33.91 = xor i33 %v33.90, %v33.16
  %v33.92 = xor i33 %v33.91, %v33.17
  %v33.93 = xor i33 %v33.92, %v33.19
  %v33.94 = xor i33 %v33.93, %v33.21
  %v33.95 = xor i33 %v33.94, %v33.25
  %v33.96 = xor i33 %v33.95, %v33.29
  %v33.97 = xor i33 %v33.96, %v33.33
  %v33.98 = xor i33 %v33.97, %v33.37
  %v33.99 = xor i33 %v33.98, %v33.41
  %v33.100 = xor i33 %v33.99, %v33.45
  %v33.101 = xor i33 %v33.100, %v33.48
  %v33.102 = xor i33 %v33.101, %v33.51
  %v33.103 = xor i33 %v33.102, %v33.54
  %v33.104 = xor i33 %v33.103, %v33.57
  %v33.105 = xor i33 %v33.104, %v33.60
  %v33.106 = xor i33 %v33.105, %v33.63
  %v33.107 = xor i33 %v33.106, %v33.66
  %v33.108 = xor i33 %v33.107, %v33.69
  %v33.109 = xor i33 %v33.108, %v33.72
  %v33.110 = xor i33 %v33.109, %v33.74
  %v33.111 = xor i33 %v33.110, %v33.75
  store i33 %v33.111, ptr %p
  %x48 = load i48, ptr %p
  %p48 = getelementptr i8, ptr %p, i64 16
  %y48 = load i48, ptr %p48
  %v48.1 = call i48 @llvm.bitreverse.i48(i48 %x48)
  %v48.2 = call i48 @llvm.ctpop.i48(i48 %x48)
  %v48.3 = call i48 @llvm.bswap.i48(i48 %x48)
  %v48.4 = call i48 @llvm.ctlz.i48(i48 %x48, i1 false)
  %v48.5 = call i48 @llvm.cttz.i48(i48 %x48, i1 false)
  %v48.6 = call i48 @llvm.abs.i48(i48 %x48, i1 false)
  %v48.7 = call i48 @llvm.fshl.i48(i48 %x48, i48 %y48, i48 %y48)
  %v48.8 = call i48 @llvm.fshr.i48(i48 %x48, i48 %y48, i48 %y48)
  %v48.9 = call i48 @llvm.sadd.sat.i48(i48 %x48, i48 %y48)
  %v48.10 = call i48 @llvm.uadd.sat.i48(i48 %x48, i48 %y48)
  %v48.11 = call i48 @llvm.ssub.sat.i48(i48 %x48, i48 %y48)
  %v48.12 = call i48 @llvm.usub.sat.i48(i48 %x48, i48 %y48)
  %v48.13 = call i48 @llvm.sshl.sat.i48(i48 %x48, i48 %y48)
  %v48.14 = call i48 @llvm.ushl.sat.i48(i48 %x48, i48 %y48)
  %v48.15 = call i48 @llvm.smin.i48(i48 %x48, i48 %y48)
  %v48.16 = call i48 @llvm.smax.i48(i48 %x48, i48 %y48)
  %v48.17 = call i48 @llvm.umin.i48(i48 %x48, i48 %y48)
  %v48.18 = call i48 @llvm.umax.i48(i48 %x48, i48 %y48)
  %v48.19 = call i2 @llvm.scmp.i2.i48(i48 %x48, i48 %y48)
  %v48.20 = sext i2 %v48.19 to i48
  %v48.21 = call i2 @llvm.ucmp.i2.i48(i48 %x48, i48 %y48)
  %v48.22 = sext i2 %v48.21 to i48
  %v48.23 = call { i48, i1 } @llvm.sadd.with.overflow.i48(i48 %x48, i48 %y48)
  %v48.24 = extractvalue { i48, i1 } %v48.23, 0
  %v48.25 = extractvalue { i48, i1 } %v48.23, 1
  %v48.26 = select i1 %v48.25, i48 %v48.24, i48 %x48
  %v48.27 = call { i48, i1 } @llvm.uadd.with.overflow.i48(i48 %x48, i48 %y48)
  %v48.28 = extractvalue { i48, i1 } %v48.27, 0
  %v48.29 = extractvalue { i48, i1 } %v48.27, 1
  %v48.30 = select i1 %v48.29, i48 %v48.28, i48 %x48
  %v48.31 = call { i48, i1 } @llvm.ssub.with.overflow.i48(i48 %x48, i48 %y48)
  %v48.32 = extractvalue { i48, i1 } %v48.31, 0
  %v48.33 = extractvalue { i48, i1 } %v48.31, 1
  %v48.34 = select i1 %v48.33, i48 %v48.32, i48 %x48
  %v48.35 = call { i48, i1 } @llvm.usub.with.overflow.i48(i48 %x48, i48 %y48)
  %v48.36 = extractvalue { i48, i1 } %v48.35, 0
  %v48.37 = extractvalue { i48, i1 } %v48.35, 1
  %v48.38 = select i1 %v48.37, i48 %v48.36, i48 %x48
  %v48.39 = call { i48, i1 } @llvm.smul.with.overflow.i48(i48 %x48, i48 %y48)
  %v48.40 = extractvalue { i48, i1 } %v48.39, 0
  %v48.41 = extractvalue { i48, i1 } %v48.39, 1
  %v48.42 = select i1 %v48.41, i48 %v48.40, i48 %x48
  %v48.43 = call { i48, i1 } @llvm.umul.with.overflow.i48(i48 %x48, i48 %y48)
  %v48.44 = extractvalue { i48, i1 } %v48.43, 0
  %v48.45 = extractvalue { i48, i1 } %v48.43, 1
  %v48.46 = select i1 %v48.45, i48 %v48.44, i48 %x48
  %v48.47 = insertelement <2 x i48> poison, i48 %x48, i32 0
  %v48.48 = insertelement <2 x i48> %v48.47, i48 %y48, i32 1
  %v48.49 = call i48 @llvm.vector.reduce.add.v2i48(<2 x i48> %v48.48)
  %v48.50 = insertelement <2 x i48> poison, i48 %x48, i32 0
  %v48.51 = insertelement <2 x i48> %v48.50, i48 %y48, i32 1
  %v48.52 = call i48 @llvm.vector.reduce.mul.v2i48(<2 x i48> %v48.51)
  %v48.53 = insertelement <2 x i48> poison, i48 %x48, i32 0
  %v48.54 = insertelement <2 x i48> %v48.53, i48 %y48, i32 1
  %v48.55 = call i48 @llvm.vector.reduce.and.v2i48(<2 x i48> %v48.54)
  %v48.56 = insertelement <2 x i48> poison, i48 %x48, i32 0
  %v48.57 = insertelement <2 x i48> %v48.56, i48 %y48, i32 1
  %v48.58 = call i48 @llvm.vector.reduce.or.v2i48(<2 x i48> %v48.57)
  %v48.59 = insertelement <2 x i48> poison, i48 %x48, i32 0
  %v48.60 = insertelement <2 x i48> %v48.59, i48 %y48, i32 1
  %v48.61 = call i48 @llvm.vector.reduce.xor.v2i48(<2 x i48> %v48.60)
  %v48.62 = insertelement <2 x i48> poison, i48 %x48, i32 0
  %v48.63 = insertelement <2 x i48> %v48.62, i48 %y48, i32 1
  %v48.64 = call i48 @llvm.vector.reduce.smin.v2i48(<2 x i48> %v48.63)
  %v48.65 = insertelement <2 x i48> poison, i48 %x48, i32 0
  %v48.66 = insertelement <2 x i48> %v48.65, i48 %y48, i32 1
  %v48.67 = call i48 @llvm.vector.reduce.smax.v2i48(<2 x i48> %v48.66)
  %v48.68 = insertelement <2 x i48> poison, i48 %x48, i32 0
  %v48.69 = insertelement <2 x i48> %v48.68, i48 %y48, i32 1
  %v48.70 = call i48 @llvm.vector.reduce.umin.v2i48(<2 x i48> %v48.69)
  %v48.71 = insertelement <2 x i48> poison, i48 %x48, i32 0
  %v48.72 = insertelement <2 x i48> %v48.71, i48 %y48, i32 1
  %v48.73 = call i48 @llvm.vector.reduce.umax.v2i48(<2 x i48> %v48.72)
  %v48.74 = load double, ptr %p
  %v48.75 = call i48 @llvm.fptosi.sat.i48.f64(double %v48.74)
  %v48.76 = call i48 @llvm.fptoui.sat.i48.f64(double %v48.74)
  %v48.77 = xor i48 %x48, %v48.1
  %v48.78 = xor i48 %v48.77, %v48.2
  %v48.79 = xor i48 %v48.78, %v48.3
  %v48.80 = xor i48 %v48.79, %v48.4
  %v48.81 = xor i48 %v48.80, %v48.5
  %v48.82 = xor i48 %v48.81, %v48.6
  %v48.83 = xor i48 %v48.82, %v48.7
  %v48.84 = xor i48 %v48.83, %v48.8
  %v48.85 = xor i48 %v48.84, %v48.9
  %v48.86 = xor i48 %v48.85, %v48.10
  %v48.87 = xor i48 %v48.86, %v48.11
  %v48.88 = xor i48 %v48.87, %v48.12
  %v48.89 = xor i48 %v48.88, %v48.13
  %v48.90 = xor i48 %v48.89, %v48.14
  %v48.91 = xor i48 %v48.90, %v48.15
  %v48.92 = xor i48 %v48.91, %v48.16
  %v48.93 = xor i48 %v48.92, %v48.17
  %v48.94 = xor i48 %v48.93, %v48.18
  %v48.95 = xor i48 %v48.94, %v48.20
  %v48.96 = xor i48 %v48.95, %v48.22
  %v48.97 = xor i48 %v48.96, %v48.26
  %v48.98 = xor i48 %v48.97, %v48.30
  %v48.99 = xor i48 %v48.98, %v48.34
  %v48.100 = xor i48 %v48.99, %v48.38
  %v48.101 = xor i48 %v48.100, %v48.42
  %v48.102 = xor i48 %v48.101, %v48.46
  %v48.103 = xor i48 %v48.102, %v48.49
  %v48.104 = xor i48 %v48.103, %v48.52
  %v48.105 = xor i48 %v48.104, %v48.55
  %v48.106 = xor i48 %v48.105, %v48.58
  %v48.107 = xor i48 %v48.106, %v48.61
  %v48.108 = xor i48 %v48.107, %v48.64
  %v48.109 = xor i48 %v48.108, %v48.67
  %v48.110 = xor i48 %v48.109, %v48.70
  %v48.111 = xor i48 %v48.110, %v48.73
  %v48.112 = xor i48 %v48.111, %v48.75
  %v48.113 = xor i48 %v48.112, %v48.76
  store i48 %v48.113, ptr %p
  %x63 = load i63, ptr %p
  %p63 = getelementptr i8, ptr %p, i64 16
  %y63 = load i63, ptr %p63
  %v63.1 = call i63 @llvm.bitreverse.i63(i63 %x63)
  %v63.2 = call i63 @llvm.ctpop.i63(i63 %x63)
  %v63.3 = call i63 @llvm.ctlz.i63(i63 %x63, i1 false)
  %v63.4 = call i63 @llvm.cttz.i63(i63 %x63, i1 false)
  %v63.5 = call i63 @llvm.abs.i63(i63 %x63, i1 false)
  %v63.6 = call i63 @llvm.fshl.i63(i63 %x63, i63 %y63, i63 %y63)
  %v63.7 = call i63 @llvm.fshr.i63(i63 %x63, i63 %y63, i63 %y63)
  %v63.8 = call i63 @llvm.sadd.sat.i63(i63 %x63, i63 %y63)
  %v63.9 = call i63 @llvm.uadd.sat.i63(i63 %x63, i63 %y63)
  %v63.10 = call i63 @llvm.ssub.sat.i63(i63 %x63, i63 %y63)
  %v63.11 = call i63 @llvm.usub.sat.i63(i63 %x63, i63 %y63)
  %v63.12 = call i63 @llvm.sshl.sat.i63(i63 %x63, i63 %y63)
  %v63.13 = call i63 @llvm.ushl.sat.i63(i63 %x63, i63 %y63)
  %v63.14 = call i63 @llvm.smin.i63(i63 %x63, i63 %y63)
  %v63.15 = call i63 @llvm.smax.i63(i63 %x63, i63 %y63)
  %v63.16 = call i63 @llvm.umin.i63(i63 %x63, i63 %y63)
  %v63.17 = call i63 @llvm.umax.i63(i63 %x63, i63 %y63)
  %v63.18 = call i2 @llvm.scmp.i2.i63(i63 %x63, i63 %y63)
  %v63.19 = sext i2 %v63.18 to i63
  %v63.20 = call i2 @llvm.ucmp.i2.i63(i63 %x63, i63 %y63)
  %v63.21 = sext i2 %v63.20 to i63
  %v63.22 = call { i63, i1 } @llvm.sadd.with.overflow.i63(i63 %x63, i63 %y63)
  %v63.23 = extractvalue { i63, i1 } %v63.22, 0
  %v63.24 = extractvalue { i63, i1 } %v63.22, 1
  %v63.25 = select i1 %v63.24, i63 %v63.23, i63 %x63
  %v63.26 = call { i63, i1 } @llvm.uadd.with.overflow.i63(i63 %x63, i63 %y63)
  %v63.27 = extractvalue { i63, i1 } %v63.26, 0
  %v63.28 = extractvalue { i63, i1 } %v63.26, 1
  %v63.29 = select i1 %v63.28, i63 %v63.27, i63 %x63
  %v63.30 = call { i63, i1 } @llvm.ssub.with.overflow.i63(i63 %x63, i63 %y63)
  %v63.31 = extractvalue { i63, i1 } %v63.30, 0
  %v63.32 = extractvalue { i63, i1 } %v63.30, 1
  %v63.33 = select i1 %v63.32, i63 %v63.31, i63 %x63
  %v63.34 = call { i63, i1 } @llvm.usub.with.overflow.i63(i63 %x63, i63 %y63)
  %v63.35 = extractvalue { i63, i1 } %v63.34, 0
  %v63.36 = extractvalue { i63, i1 } %v63.34, 1
  %v63.37 = select i1 %v63.36, i63 %v63.35, i63 %x63
  %v63.38 = call { i63, i1 } @llvm.smul.with.overflow.i63(i63 %x63, i63 %y63)
  %v63.39 = extractvalue { i63, i1 } %v63.38, 0
  %v63.40 = extractvalue { i63, i1 } %v63.38, 1
  %v63.41 = select i1 %v63.40, i63 %v63.39, i63 %x63
  %v63.42 = call { i63, i1 } @llvm.umul.with.overflow.i63(i63 %x63, i63 %y63)
  %v63.43 = extractvalue { i63, i1 } %v63.42, 0
  %v63.44 = extractvalue { i63, i1 } %v63.42, 1
  %v63.45 = select i1 %v63.44, i63 %v63.43, i63 %x63
  %v63.46 = insertelement <2 x i63> poison, i63 %x63, i32 0
  %v63.47 = insertelement <2 x i63> %v63.46, i63 %y63, i32 1
  %v63.48 = call i63 @llvm.vector.reduce.add.v2i63(<2 x i63> %v63.47)
  %v63.49 = insertelement <2 x i63> poison, i63 %x63, i32 0
  %v63.50 = insertelement <2 x i63> %v63.49, i63 %y63, i32 1
  %v63.51 = call i63 @llvm.vector.reduce.mul.v2i63(<2 x i63> %v63.50)
  %v63.52 = insertelement <2 x i63> poison, i63 %x63, i32 0
  %v63.53 = insertelement <2 x i63> %v63.52, i63 %y63, i32 1
  %v63.54 = call i63 @llvm.vector.reduce.and.v2i63(<2 x i63> %v63.53)
  %v63.55 = insertelement <2 x i63> poison, i63 %x63, i32 0
  %v63.56 = insertelement <2 x i63> %v63.55, i63 %y63, i32 1
  %v63.57 = call i63 @llvm.vector.reduce.or.v2i63(<2 x i63> %v63.56)
  %v63.58 = insertelement <2 x i63> poison, i63 %x63, i32 0
  %v63.59 = insertelement <2 x i63> %v63.58, i63 %y63, i32 1
  %v63.60 = call i63 @llvm.vector.reduce.xor.v2i63(<2 x i63> %v63.59)
  %v63.61 = insertelement <2 x i63> poison, i63 %x63, i32 0
  %v63.62 = insertelement <2 x i63> %v63.61, i63 %y63, i32 1
  %v63.63 = call i63 @llvm.vector.reduce.smin.v2i63(<2 x i63> %v63.62)
  %v63.64 = insertelement <2 x i63> poison, i63 %x63, i32 0
  %v63.65 = insertelement <2 x i63> %v63.64, i63 %y63, i32 1
  %v63.66 = call i63 @llvm.vector.reduce.smax.v2i63(<2 x i63> %v63.65)
  %v63.67 = insertelement <2 x i63> poison, i63 %x63, i32 0
  %v63.68 = insertelement <2 x i63> %v63.67, i63 %y63, i32 1
  %v63.69 = call i63 @llvm.vector.reduce.umin.v2i63(<2 x i63> %v63.68)
  %v63.70 = insertelement <2 x i63> poison, i63 %x63, i32 0
  %v63.71 = insertelement <2 x i63> %v63.70, i63 %y63, i32 1
  %v63.72 = call i63 @llvm.vector.reduce.umax.v2i63(<2 x i63> %v63.71)
  %v63.73 = load double, ptr %p
  %v63.74 = call i63 @llvm.fptosi.sat.i63.f64(double %v63.73)
  %v63.75 = call i63 @llvm.fptoui.sat.i63.f64(double %v63.73)
  %v63.76 = xor i63 %x63, %v63.1
  %v63.77 = xor i63 %v63.76, %v63.2
  %v63.78 = xor i63 %v63.77, %v63.3
  %v63.79 = xor i63 %v63.78, %v63.4
  %v63.80 = xor i63 %v63.79, %v63.5
  %v63.81 = xor i63 %v63.80, %v63.6
  %v63.82 = xor i63 %v63.81, %v63.7
  %v63.83 = xor i63 %v63.82, %v63.8
  %v63.84 = xor i63 %v63.83, %v63.9
  %v63.85 = xor i63 %v63.84, %v63.10
  %v63.86 = xor i63 %v63.85, %v63.11
  %v63.87 = xor i63 %v63.86, %v63.12
  %v63.88 = xor i63 %v63.87, %v63.13
  %v63.89 = xor i63 %v63.88, %v63.14
  %v63.90 = xor i63 %v63.89, %v63.15
  %v63.91 = xor i63 %v63.90, %v63.16
  %v63.92 = xor i63 %v63.91, %v63.17
  %v63.93 = xor i63 %v63.92, %v63.19
  %v63.94 = xor i63 %v63.93, %v63.21
  %v63.95 = xor i63 %v63.94, %v63.25
  %v63.96 = xor i63 %v63.95, %v63.29
  %v63.97 = xor i63 %v63.96, %v63.33
  %v63.98 = xor i63 %v63.97, %v63.37
  %v63.99 = xor i63 %v63.98, %v63.41
  %v63.100 = xor i63 %v63.99, %v63.45
  %v63.101 = xor i63 %v63.100, %v63.48
  %v63.102 = xor i63 %v63.101, %v63.51
  %v63.103 = xor i63 %v63.102, %v63.54
  %v63.104 = xor i63 %v63.103, %v63.57
  %v63.105 = xor i63 %v63.104, %v63.60
  %v63.106 = xor i63 %v63.105, %v63.63
  %v63.107 = xor i63 %v63.106, %v63.66
  %v63.108 = xor i63 %v63.107, %v63.69
  %v63.109 = xor i63 %v63.108, %v63.72
  %v63.110 = xor i63 %v63.109, %v63.74
  %v63.111 = xor i63 %v63.110, %v63.75
  store i63 %v63.111, ptr %p
  %x100 = load i100, ptr %p
  %p100 = getelementptr i8, ptr %p, i64 16
  %y100 = load i100, ptr %p100
  %v100.1 = call i100 @llvm.bitreverse.i100(i100 %x100)
  %v100.2 = call i100 @llvm.ctpop.i100(i100 %x100)
  %v100.3 = call i100 @llvm.ctlz.i100(i100 %x100, i1 false)
  %v100.4 = call i100 @llvm.cttz.i100(i100 %x100, i1 false)
  %v100.5 = call i100 @llvm.abs.i100(i100 %x100, i1 false)
  %v100.6 = call i100 @llvm.fshl.i100(i100 %x100, i100 %y100, i100 %y100)
  %v100.7 = call i100 @llvm.fshr.i100(i100 %x100, i100 %y100, i100 %y100)
  %v100.8 = call i100 @llvm.sadd.sat.i100(i100 %x100, i100 %y100)
  %v100.9 = call i100 @llvm.uadd.sat.i100(i100 %x100, i100 %y100)
  %v100.10 = call i100 @llvm.ssub.sat.i100(i100 %x100, i100 %y100)
  %v100.11 = call i100 @llvm.usub.sat.i100(i100 %x100, i100 %y100)
  %v100.12 = call i100 @llvm.sshl.sat.i100(i100 %x100, i100 %y100)
  %v100.13 = call i100 @llvm.ushl.sat.i100(i100 %x100, i100 %y100)
  %v100.14 = call i100 @llvm.smin.i100(i100 %x100, i100 %y100)
  %v100.15 = call i100 @llvm.smax.i100(i100 %x100, i100 %y100)
  %v100.16 = call i100 @llvm.umin.i100(i100 %x100, i100 %y100)
  %v100.17 = call i100 @llvm.umax.i100(i100 %x100, i100 %y100)
  %v100.18 = call i2 @llvm.scmp.i2.i100(i100 %x100, i100 %y100)
  %v100.19 = sext i2 %v100.18 to i100
  %v100.20 = call i2 @llvm.ucmp.i2.i100(i100 %x100, i100 %y100)
  %v100.21 = sext i2 %v100.20 to i100
  %v100.22 = call { i100, i1 } @llvm.sadd.with.overflow.i100(i100 %x100, i100 %y100)
  %v100.23 = extractvalue { i100, i1 } %v100.22, 0
  %v100.24 = extractvalue { i100, i1 } %v100.22, 1
  %v100.25 = select i1 %v100.24, i100 %v100.23, i100 %x100
  %v100.26 = call { i100, i1 } @llvm.uadd.with.overflow.i100(i100 %x100, i100 %y100)
  %v100.27 = extractvalue { i100, i1 } %v100.26, 0
  %v100.28 = extractvalue { i100, i1 } %v100.26, 1
  %v100.29 = select i1 %v100.28, i100 %v100.27, i100 %x100
  %v100.30 = call { i100, i1 } @llvm.ssub.with.overflow.i100(i100 %x100, i100 %y100)
  %v100.31 = extractvalue { i100, i1 } %v100.30, 0
  %v100.32 = extractvalue { i100, i1 } %v100.30, 1
  %v100.33 = select i1 %v100.32, i100 %v100.31, i100 %x100
  %v100.34 = call { i100, i1 } @llvm.usub.with.overflow.i100(i100 %x100, i100 %y100)
  %v100.35 = extractvalue { i100, i1 } %v100.34, 0
  %v100.36 = extractvalue { i100, i1 } %v100.34, 1
  %v100.37 = select i1 %v100.36, i100 %v100.35, i100 %x100
  %v100.38 = call { i100, i1 } @llvm.smul.with.overflow.i100(i100 %x100, i100 %y100)
  %v100.39 = extractvalue { i100, i1 } %v100.38, 0
  %v100.40 = extractvalue { i100, i1 } %v100.38, 1
  %v100.41 = select i1 %v100.40, i100 %v100.39, i100 %x100
  %v100.42 = call { i100, i1 } @llvm.umul.with.overflow.i100(i100 %x100, i100 %y100)
  %v100.43 = extractvalue { i100, i1 } %v100.42, 0
  %v100.44 = extractvalue { i100, i1 } %v100.42, 1
  %v100.45 = select i1 %v100.44, i100 %v100.43, i100 %x100
  %v100.46 = insertelement <2 x i100> poison, i100 %x100, i32 0
  %v100.47 = insertelement <2 x i100> %v100.46, i100 %y100, i32 1
  %v100.48 = call i100 @llvm.vector.reduce.add.v2i100(<2 x i100> %v100.47)
  %v100.49 = insertelement <2 x i100> poison, i100 %x100, i32 0
  %v100.50 = insertelement <2 x i100> %v100.49, i100 %y100, i32 1
  %v100.51 = call i100 @llvm.vector.reduce.mul.v2i100(<2 x i100> %v100.50)
  %v100.52 = insertelement <2 x i100> poison, i100 %x100, i32 0
  %v100.53 = insertelement <2 x i100> %v100.52, i100 %y100, i32 1
  %v100.54 = call i100 @llvm.vector.reduce.and.v2i100(<2 x i100> %v100.53)
  %v100.55 = insertelement <2 x i100> poison, i100 %x100, i32 0
  %v100.56 = insertelement <2 x i100> %v100.55, i100 %y100, i32 1
  %v100.57 = call i100 @llvm.vector.reduce.or.v2i100(<2 x i100> %v100.56)
  %v100.58 = insertelement <2 x i100> poison, i100 %x100, i32 0
  %v100.59 = insertelement <2 x i100> %v100.58, i100 %y100, i32 1
  %v100.60 = call i100 @llvm.vector.reduce.xor.v2i100(<2 x i100> %v100.59)
  %v100.61 = insertelement <2 x i100> poison, i100 %x100, i32 0
  %v100.62 = insertelement <2 x i100> %v100.61, i100 %y100, i32 1
  %v100.63 = call i100 @llvm.vector.reduce.smin.v2i100(<2 x i100> %v100.62)
  %v100.64 = insertelement <2 x i100> poison, i100 %x100, i32 0
  %v100.65 = insertelement <2 x i100> %v100.64, i100 %y100, i32 1
  %v100.66 = call i100 @llvm.vector.reduce.smax.v2i100(<2 x i100> %v100.65)
  %v100.67 = insertelement <2 x i100> poison, i100 %x100, i32 0
  %v100.68 = insertelement <2 x i100> %v100.67, i100 %y100, i32 1
  %v100.69 = call i100 @llvm.vector.reduce.umin.v2i100(<2 x i100> %v100.68)
  %v100.70 = insertelement <2 x i100> poison, i100 %x100, i32 0
  %v100.71 = insertelement <2 x i100> %v100.70, i100 %y100, i32 1
  %v100.72 = call i100 @llvm.vector.reduce.umax.v2i100(<2 x i100> %v100.71)
  %v100.73 = load double, ptr %p
  %v100.74 = call i100 @llvm.fptosi.sat.i100.f64(double %v100.73)
  %v100.75 = call i100 @llvm.fptoui.sat.i100.f64(double %v100.73)
  %v100.76 = xor i100 %x100, %v100.1
  %v100.77 = xor i100 %v100.76, %v100.2
  %v100.78 = xor i100 %v100.77, %v100.3
  %v100.79 = xor i100 %v100.78, %v100.4
  %v100.80 = xor i100 %v100.79, %v100.5
  %v100.81 = xor i100 %v100.80, %v100.6
  %v100.82 = xor i100 %v100.81, %v100.7
  %v100.83 = xor i100 %v100.82, %v100.8
  %v100.84 = xor i100 %v100.83, %v100.9
  %v100.85 = xor i100 %v100.84, %v100.10
  %v100.86 = xor i100 %v100.85, %v100.11
  %v100.87 = xor i100 %v100.86, %v100.12
  %v100.88 = xor i100 %v100.87, %v100.13
  %v100.89 = xor i100 %v100.88, %v100.14
  %v100.90 = xor i100 %v100.89, %v100.15
  %v100.91 = xor i100 %v100.90, %v100.16
  %v100.92 = xor i100 %v100.91, %v100.17
  %v100.93 = xor i100 %v100.92, %v100.19
  %v100.94 = xor i100 %v100.93, %v100.21
  %v100.95 = xor i100 %v100.94, %v100.25
  %v100.96 = xor i100 %v100.95, %v100.29
  %v100.97 = xor i100 %v100.96, %v100.33
  %v100.98 = xor i100 %v100.97, %v100.37
  %v100.99 = xor i100 %v100.98, %v100.41
  %v100.100 = xor i100 %v100.99, %v100.45
  %v100.101 = xor i100 %v100.100, %v100.48
  %v100.102 = xor i100 %v100.101, %v100.51
  %v100.103 = xor i100 %v100.102, %v100.54
  %v100.104 = xor i100 %v100.103, %v100.57
  %v100.105 = xor i100 %v100.104, %v100.60
  %v100.106 = xor i100 %v100.105, %v100.63
  %v100.107 = xor i100 %v100.106, %v100.66
  %v100.108 = xor i100 %v100.107, %v100.69
  %v100.109 = xor i100 %v100.108, %v100.72
  %v100.110 = xor i100 %v100.109, %v100.74
  %v100.111 = xor i100 %v100.110, %v100.75
  store i100 %v100.111, ptr %p
  %bytes = load <9 x i8>, ptr %p
  %bits = trunc <9 x i8> %bytes to <9 x i1>
  %nine = bitcast <9 x i1> %bits to i9
  store i9 %nine, ptr %p
  ret void
}
define void @unknown(ptr %p) {
  %x = load i6, ptr %p
  %y = call i6 @llvm.umul.fix.i6(i6 %x, i6 %x, i32 2)
  %z = xor i6 %y, %x
  store i6 %z, ptr %p
  ret void
}
define void @huge(ptr %p) {
  %x = load i200, ptr %p
  %y = trunc i200 %x to i32
  store i32 %y, ptr %p
  ret void
}
define void @atomic(ptr %p, i64 %x) {
  %wide = zext i64 %x to i128
  %old = atomicrmw add ptr %p, i128 %wide seq_cst
  ret void
}
declare i6 @llvm.umul.fix.i6(i6, i6, i32 immarg)
declare i100 @llvm.abs.i100(i100, i1)
declare i100 @llvm.bitreverse.i100(i100)
declare i100 @llvm.ctlz.i100(i100, i1)
declare i100 @llvm.ctpop.i100(i100)
declare i100 @llvm.cttz.i100(i100, i1)
declare i100 @llvm.fptosi.sat.i100.f64(double)
declare i100 @llvm.fptoui.sat.i100.f64(double)
declare i100 @llvm.fshl.i100(i100, i100, i100)
declare i100 @llvm.fshr.i100(i100, i100, i100)
declare i100 @llvm.sadd.sat.i100(i100, i100)
declare i100 @llvm.smax.i100(i100, i100)
declare i100 @llvm.smin.i100(i100, i100)
declare i100 @llvm.sshl.sat.i100(i100, i100)
declare i100 @llvm.ssub.sat.i100(i100, i100)
declare i100 @llvm.uadd.sat.i100(i100, i100)
declare i100 @llvm.umax.i100(i100, i100)
declare i100 @llvm.umin.i100(i100, i100)
declare i100 @llvm.ushl.sat.i100(i100, i100)
declare i100 @llvm.usub.sat.i100(i100, i100)
declare i100 @llvm.vector.reduce.add.v2i100(<2 x i100>)
declare i100 @llvm.vector.reduce.and.v2i100(<2 x i100>)
declare i100 @llvm.vector.reduce.mul.v2i100(<2 x i100>)
declare i100 @llvm.vector.reduce.or.v2i100(<2 x i100>)
declare i100 @llvm.vector.reduce.smax.v2i100(<2 x i100>)
declare i100 @llvm.vector.reduce.smin.v2i100(<2 x i100>)
declare i100 @llvm.vector.reduce.umax.v2i100(<2 x i100>)
declare i100 @llvm.vector.reduce.umin.v2i100(<2 x i100>)
declare i100 @llvm.vector.reduce.xor.v2i100(<2 x i100>)
declare i17 @llvm.abs.i17(i17, i1)
declare i17 @llvm.bitreverse.i17(i17)
declare i17 @llvm.ctlz.i17(i17, i1)
declare i17 @llvm.ctpop.i17(i17)
declare i17 @llvm.cttz.i17(i17, i1)
declare i17 @llvm.fptosi.sat.i17.f64(double)
declare i17 @llvm.fptoui.sat.i17.f64(double)
declare i17 @llvm.fshl.i17(i17, i17, i17)
declare i17 @llvm.fshr.i17(i17, i17, i17)
declare i17 @llvm.sadd.sat.i17(i17, i17)
declare i17 @llvm.smax.i17(i17, i17)
declare i17 @llvm.smin.i17(i17, i17)
declare i17 @llvm.sshl.sat.i17(i17, i17)
declare i17 @llvm.ssub.sat.i17(i17, i17)
declare i17 @llvm.uadd.sat.i17(i17, i17)
declare i17 @llvm.umax.i17(i17, i17)
declare i17 @llvm.umin.i17(i17, i17)
declare i17 @llvm.ushl.sat.i17(i17, i17)
declare i17 @llvm.usub.sat.i17(i17, i17)
declare i17 @llvm.vector.reduce.add.v2i17(<2 x i17>)
declare i17 @llvm.vector.reduce.and.v2i17(<2 x i17>)
declare i17 @llvm.vector.reduce.mul.v2i17(<2 x i17>)
declare i17 @llvm.vector.reduce.or.v2i17(<2 x i17>)
declare i17 @llvm.vector.reduce.smax.v2i17(<2 x i17>)
declare i17 @llvm.vector.reduce.smin.v2i17(<2 x i17>)
declare i17 @llvm.vector.reduce.umax.v2i17(<2 x i17>)
declare i17 @llvm.vector.reduce.umin.v2i17(<2 x i17>)
declare i17 @llvm.vector.reduce.xor.v2i17(<2 x i17>)
declare i2 @llvm.scmp.i2.i100(i100, i100)
declare i2 @llvm.scmp.i2.i17(i17, i17)
declare i2 @llvm.scmp.i2.i24(i24, i24)
declare i2 @llvm.scmp.i2.i3(i3, i3)
declare i2 @llvm.scmp.i2.i33(i33, i33)
declare i2 @llvm.scmp.i2.i48(i48, i48)
declare i2 @llvm.scmp.i2.i6(i6, i6)
declare i2 @llvm.scmp.i2.i63(i63, i63)
declare i2 @llvm.scmp.i2.i9(i9, i9)
declare i2 @llvm.ucmp.i2.i100(i100, i100)
declare i2 @llvm.ucmp.i2.i17(i17, i17)
declare i2 @llvm.ucmp.i2.i24(i24, i24)
declare i2 @llvm.ucmp.i2.i3(i3, i3)
declare i2 @llvm.ucmp.i2.i33(i33, i33)
declare i2 @llvm.ucmp.i2.i48(i48, i48)
declare i2 @llvm.ucmp.i2.i6(i6, i6)
declare i2 @llvm.ucmp.i2.i63(i63, i63)
declare i2 @llvm.ucmp.i2.i9(i9, i9)
declare i24 @llvm.abs.i24(i24, i1)
declare i24 @llvm.bitreverse.i24(i24)
declare i24 @llvm.ctlz.i24(i24, i1)
declare i24 @llvm.ctpop.i24(i24)
declare i24 @llvm.cttz.i24(i24, i1)
declare i24 @llvm.fptosi.sat.i24.f64(double)
declare i24 @llvm.fptoui.sat.i24.f64(double)
declare i24 @llvm.fshl.i24(i24, i24, i24)
declare i24 @llvm.fshr.i24(i24, i24, i24)
declare i24 @llvm.sadd.sat.i24(i24, i24)
declare i24 @llvm.smax.i24(i24, i24)
declare i24 @llvm.smin.i24(i24, i24)
declare i24 @llvm.sshl.sat.i24(i24, i24)
declare i24 @llvm.ssub.sat.i24(i24, i24)
declare i24 @llvm.uadd.sat.i24(i24, i24)
declare i24 @llvm.umax.i24(i24, i24)
declare i24 @llvm.umin.i24(i24, i24)
declare i24 @llvm.ushl.sat.i24(i24, i24)
declare i24 @llvm.usub.sat.i24(i24, i24)
declare i24 @llvm.vector.reduce.add.v2i24(<2 x i24>)
declare i24 @llvm.vector.reduce.and.v2i24(<2 x i24>)
declare i24 @llvm.vector.reduce.mul.v2i24(<2 x i24>)
declare i24 @llvm.vector.reduce.or.v2i24(<2 x i24>)
declare i24 @llvm.vector.reduce.smax.v2i24(<2 x i24>)
declare i24 @llvm.vector.reduce.smin.v2i24(<2 x i24>)
declare i24 @llvm.vector.reduce.umax.v2i24(<2 x i24>)
declare i24 @llvm.vector.reduce.umin.v2i24(<2 x i24>)
declare i24 @llvm.vector.reduce.xor.v2i24(<2 x i24>)
declare i3 @llvm.abs.i3(i3, i1)
declare i3 @llvm.bitreverse.i3(i3)
declare i3 @llvm.ctlz.i3(i3, i1)
declare i3 @llvm.ctpop.i3(i3)
declare i3 @llvm.cttz.i3(i3, i1)
declare i3 @llvm.fptosi.sat.i3.f64(double)
declare i3 @llvm.fptoui.sat.i3.f64(double)
declare i3 @llvm.fshl.i3(i3, i3, i3)
declare i3 @llvm.fshr.i3(i3, i3, i3)
declare i3 @llvm.sadd.sat.i3(i3, i3)
declare i3 @llvm.smax.i3(i3, i3)
declare i3 @llvm.smin.i3(i3, i3)
declare i3 @llvm.sshl.sat.i3(i3, i3)
declare i3 @llvm.ssub.sat.i3(i3, i3)
declare i3 @llvm.uadd.sat.i3(i3, i3)
declare i3 @llvm.umax.i3(i3, i3)
declare i3 @llvm.umin.i3(i3, i3)
declare i3 @llvm.ushl.sat.i3(i3, i3)
declare i3 @llvm.usub.sat.i3(i3, i3)
declare i3 @llvm.vector.reduce.add.v2i3(<2 x i3>)
declare i3 @llvm.vector.reduce.and.v2i3(<2 x i3>)
declare i3 @llvm.vector.reduce.mul.v2i3(<2 x i3>)
declare i3 @llvm.vector.reduce.or.v2i3(<2 x i3>)
declare i3 @llvm.vector.reduce.smax.v2i3(<2 x i3>)
declare i3 @llvm.vector.reduce.smin.v2i3(<2 x i3>)
declare i3 @llvm.vector.reduce.umax.v2i3(<2 x i3>)
declare i3 @llvm.vector.reduce.umin.v2i3(<2 x i3>)
declare i3 @llvm.vector.reduce.xor.v2i3(<2 x i3>)
declare i33 @llvm.abs.i33(i33, i1)
declare i33 @llvm.bitreverse.i33(i33)
declare i33 @llvm.ctlz.i33(i33, i1)
declare i33 @llvm.ctpop.i33(i33)
declare i33 @llvm.cttz.i33(i33, i1)
declare i33 @llvm.fptosi.sat.i33.f64(double)
declare i33 @llvm.fptoui.sat.i33.f64(double)
declare i33 @llvm.fshl.i33(i33, i33, i33)
declare i33 @llvm.fshr.i33(i33, i33, i33)
declare i33 @llvm.sadd.sat.i33(i33, i33)
declare i33 @llvm.smax.i33(i33, i33)
declare i33 @llvm.smin.i33(i33, i33)
declare i33 @llvm.sshl.sat.i33(i33, i33)
declare i33 @llvm.ssub.sat.i33(i33, i33)
declare i33 @llvm.uadd.sat.i33(i33, i33)
declare i33 @llvm.umax.i33(i33, i33)
declare i33 @llvm.umin.i33(i33, i33)
declare i33 @llvm.ushl.sat.i33(i33, i33)
declare i33 @llvm.usub.sat.i33(i33, i33)
declare i33 @llvm.vector.reduce.add.v2i33(<2 x i33>)
declare i33 @llvm.vector.reduce.and.v2i33(<2 x i33>)
declare i33 @llvm.vector.reduce.mul.v2i33(<2 x i33>)
declare i33 @llvm.vector.reduce.or.v2i33(<2 x i33>)
declare i33 @llvm.vector.reduce.smax.v2i33(<2 x i33>)
declare i33 @llvm.vector.reduce.smin.v2i33(<2 x i33>)
declare i33 @llvm.vector.reduce.umax.v2i33(<2 x i33>)
declare i33 @llvm.vector.reduce.umin.v2i33(<2 x i33>)
declare i33 @llvm.vector.reduce.xor.v2i33(<2 x i33>)
declare i48 @llvm.abs.i48(i48, i1)
declare i48 @llvm.bitreverse.i48(i48)
declare i48 @llvm.bswap.i48(i48)
declare i48 @llvm.ctlz.i48(i48, i1)
declare i48 @llvm.ctpop.i48(i48)
declare i48 @llvm.cttz.i48(i48, i1)
declare i48 @llvm.fptosi.sat.i48.f64(double)
declare i48 @llvm.fptoui.sat.i48.f64(double)
declare i48 @llvm.fshl.i48(i48, i48, i48)
declare i48 @llvm.fshr.i48(i48, i48, i48)
declare i48 @llvm.sadd.sat.i48(i48, i48)
declare i48 @llvm.smax.i48(i48, i48)
declare i48 @llvm.smin.i48(i48, i48)
declare i48 @llvm.sshl.sat.i48(i48, i48)
declare i48 @llvm.ssub.sat.i48(i48, i48)
declare i48 @llvm.uadd.sat.i48(i48, i48)
declare i48 @llvm.umax.i48(i48, i48)
declare i48 @llvm.umin.i48(i48, i48)
declare i48 @llvm.ushl.sat.i48(i48, i48)
declare i48 @llvm.usub.sat.i48(i48, i48)
declare i48 @llvm.vector.reduce.add.v2i48(<2 x i48>)
declare i48 @llvm.vector.reduce.and.v2i48(<2 x i48>)
declare i48 @llvm.vector.reduce.mul.v2i48(<2 x i48>)
declare i48 @llvm.vector.reduce.or.v2i48(<2 x i48>)
declare i48 @llvm.vector.reduce.smax.v2i48(<2 x i48>)
declare i48 @llvm.vector.reduce.smin.v2i48(<2 x i48>)
declare i48 @llvm.vector.reduce.umax.v2i48(<2 x i48>)
declare i48 @llvm.vector.reduce.umin.v2i48(<2 x i48>)
declare i48 @llvm.vector.reduce.xor.v2i48(<2 x i48>)
declare i6 @llvm.abs.i6(i6, i1)
declare i6 @llvm.bitreverse.i6(i6)
declare i6 @llvm.ctlz.i6(i6, i1)
declare i6 @llvm.ctpop.i6(i6)
declare i6 @llvm.cttz.i6(i6, i1)
declare i6 @llvm.fptosi.sat.i6.f64(double)
declare i6 @llvm.fptoui.sat.i6.f64(double)
declare i6 @llvm.fshl.i6(i6, i6, i6)
declare i6 @llvm.fshr.i6(i6, i6, i6)
declare i6 @llvm.sadd.sat.i6(i6, i6)
declare i6 @llvm.smax.i6(i6, i6)
declare i6 @llvm.smin.i6(i6, i6)
declare i6 @llvm.sshl.sat.i6(i6, i6)
declare i6 @llvm.ssub.sat.i6(i6, i6)
declare i6 @llvm.uadd.sat.i6(i6, i6)
declare i6 @llvm.umax.i6(i6, i6)
declare i6 @llvm.umin.i6(i6, i6)
declare i6 @llvm.ushl.sat.i6(i6, i6)
declare i6 @llvm.usub.sat.i6(i6, i6)
declare i6 @llvm.vector.reduce.add.v2i6(<2 x i6>)
declare i6 @llvm.vector.reduce.and.v2i6(<2 x i6>)
declare i6 @llvm.vector.reduce.mul.v2i6(<2 x i6>)
declare i6 @llvm.vector.reduce.or.v2i6(<2 x i6>)
declare i6 @llvm.vector.reduce.smax.v2i6(<2 x i6>)
declare i6 @llvm.vector.reduce.smin.v2i6(<2 x i6>)
declare i6 @llvm.vector.reduce.umax.v2i6(<2 x i6>)
declare i6 @llvm.vector.reduce.umin.v2i6(<2 x i6>)
declare i6 @llvm.vector.reduce.xor.v2i6(<2 x i6>)
declare i63 @llvm.abs.i63(i63, i1)
declare i63 @llvm.bitreverse.i63(i63)
declare i63 @llvm.ctlz.i63(i63, i1)
declare i63 @llvm.ctpop.i63(i63)
declare i63 @llvm.cttz.i63(i63, i1)
declare i63 @llvm.fptosi.sat.i63.f64(double)
declare i63 @llvm.fptoui.sat.i63.f64(double)
declare i63 @llvm.fshl.i63(i63, i63, i63)
declare i63 @llvm.fshr.i63(i63, i63, i63)
declare i63 @llvm.sadd.sat.i63(i63, i63)
declare i63 @llvm.smax.i63(i63, i63)
declare i63 @llvm.smin.i63(i63, i63)
declare i63 @llvm.sshl.sat.i63(i63, i63)
declare i63 @llvm.ssub.sat.i63(i63, i63)
declare i63 @llvm.uadd.sat.i63(i63, i63)
declare i63 @llvm.umax.i63(i63, i63)
declare i63 @llvm.umin.i63(i63, i63)
declare i63 @llvm.ushl.sat.i63(i63, i63)
declare i63 @llvm.usub.sat.i63(i63, i63)
declare i63 @llvm.vector.reduce.add.v2i63(<2 x i63>)
declare i63 @llvm.vector.reduce.and.v2i63(<2 x i63>)
declare i63 @llvm.vector.reduce.mul.v2i63(<2 x i63>)
declare i63 @llvm.vector.reduce.or.v2i63(<2 x i63>)
declare i63 @llvm.vector.reduce.smax.v2i63(<2 x i63>)
declare i63 @llvm.vector.reduce.smin.v2i63(<2 x i63>)
declare i63 @llvm.vector.reduce.umax.v2i63(<2 x i63>)
declare i63 @llvm.vector.reduce.umin.v2i63(<2 x i63>)
declare i63 @llvm.vector.reduce.xor.v2i63(<2 x i63>)
declare i9 @llvm.abs.i9(i9, i1)
declare i9 @llvm.bitreverse.i9(i9)
declare i9 @llvm.ctlz.i9(i9, i1)
declare i9 @llvm.ctpop.i9(i9)
declare i9 @llvm.cttz.i9(i9, i1)
declare i9 @llvm.fptosi.sat.i9.f64(double)
declare i9 @llvm.fptoui.sat.i9.f64(double)
declare i9 @llvm.fshl.i9(i9, i9, i9)
declare i9 @llvm.fshr.i9(i9, i9, i9)
declare i9 @llvm.sadd.sat.i9(i9, i9)
declare i9 @llvm.smax.i9(i9, i9)
declare i9 @llvm.smin.i9(i9, i9)
declare i9 @llvm.sshl.sat.i9(i9, i9)
declare i9 @llvm.ssub.sat.i9(i9, i9)
declare i9 @llvm.uadd.sat.i9(i9, i9)
declare i9 @llvm.umax.i9(i9, i9)
declare i9 @llvm.umin.i9(i9, i9)
declare i9 @llvm.ushl.sat.i9(i9, i9)
declare i9 @llvm.usub.sat.i9(i9, i9)
declare i9 @llvm.vector.reduce.add.v2i9(<2 x i9>)
declare i9 @llvm.vector.reduce.and.v2i9(<2 x i9>)
declare i9 @llvm.vector.reduce.mul.v2i9(<2 x i9>)
declare i9 @llvm.vector.reduce.or.v2i9(<2 x i9>)
declare i9 @llvm.vector.reduce.smax.v2i9(<2 x i9>)
declare i9 @llvm.vector.reduce.smin.v2i9(<2 x i9>)
declare i9 @llvm.vector.reduce.umax.v2i9(<2 x i9>)
declare i9 @llvm.vector.reduce.umin.v2i9(<2 x i9>)
declare i9 @llvm.vector.reduce.xor.v2i9(<2 x i9>)
declare { i100, i1 } @llvm.sadd.with.overflow.i100(i100, i100)
declare { i100, i1 } @llvm.smul.with.overflow.i100(i100, i100)
declare { i100, i1 } @llvm.ssub.with.overflow.i100(i100, i100)
declare { i100, i1 } @llvm.uadd.with.overflow.i100(i100, i100)
declare { i100, i1 } @llvm.umul.with.overflow.i100(i100, i100)
declare { i100, i1 } @llvm.usub.with.overflow.i100(i100, i100)
declare { i17, i1 } @llvm.sadd.with.overflow.i17(i17, i17)
declare { i17, i1 } @llvm.smul.with.overflow.i17(i17, i17)
declare { i17, i1 } @llvm.ssub.with.overflow.i17(i17, i17)
declare { i17, i1 } @llvm.uadd.with.overflow.i17(i17, i17)
declare { i17, i1 } @llvm.umul.with.overflow.i17(i17, i17)
declare { i17, i1 } @llvm.usub.with.overflow.i17(i17, i17)
declare { i24, i1 } @llvm.sadd.with.overflow.i24(i24, i24)
declare { i24, i1 } @llvm.smul.with.overflow.i24(i24, i24)
declare { i24, i1 } @llvm.ssub.with.overflow.i24(i24, i24)
declare { i24, i1 } @llvm.uadd.with.overflow.i24(i24, i24)
declare { i24, i1 } @llvm.umul.with.overflow.i24(i24, i24)
declare { i24, i1 } @llvm.usub.with.overflow.i24(i24, i24)
declare { i3, i1 } @llvm.sadd.with.overflow.i3(i3, i3)
declare { i3, i1 } @llvm.smul.with.overflow.i3(i3, i3)
declare { i3, i1 } @llvm.ssub.with.overflow.i3(i3, i3)
declare { i3, i1 } @llvm.uadd.with.overflow.i3(i3, i3)
declare { i3, i1 } @llvm.umul.with.overflow.i3(i3, i3)
declare { i3, i1 } @llvm.usub.with.overflow.i3(i3, i3)
declare { i33, i1 } @llvm.sadd.with.overflow.i33(i33, i33)
declare { i33, i1 } @llvm.smul.with.overflow.i33(i33, i33)
declare { i33, i1 } @llvm.ssub.with.overflow.i33(i33, i33)
declare { i33, i1 } @llvm.uadd.with.overflow.i33(i33, i33)
declare { i33, i1 } @llvm.umul.with.overflow.i33(i33, i33)
declare { i33, i1 } @llvm.usub.with.overflow.i33(i33, i33)
declare { i48, i1 } @llvm.sadd.with.overflow.i48(i48, i48)
declare { i48, i1 } @llvm.smul.with.overflow.i48(i48, i48)
declare { i48, i1 } @llvm.ssub.with.overflow.i48(i48, i48)
declare { i48, i1 } @llvm.uadd.with.overflow.i48(i48, i48)
declare { i48, i1 } @llvm.umul.with.overflow.i48(i48, i48)
declare { i48, i1 } @llvm.usub.with.overflow.i48(i48, i48)
declare { i6, i1 } @llvm.sadd.with.overflow.i6(i6, i6)
declare { i6, i1 } @llvm.smul.with.overflow.i6(i6, i6)
declare { i6, i1 } @llvm.ssub.with.overflow.i6(i6, i6)
declare { i6, i1 } @llvm.uadd.with.overflow.i6(i6, i6)
declare { i6, i1 } @llvm.umul.with.overflow.i6(i6, i6)
declare { i6, i1 } @llvm.usub.with.overflow.i6(i6, i6)
declare { i63, i1 } @llvm.sadd.with.overflow.i63(i63, i63)
declare { i63, i1 } @llvm.smul.with.overflow.i63(i63, i63)
declare { i63, i1 } @llvm.ssub.with.overflow.i63(i63, i63)
declare { i63, i1 } @llvm.uadd.with.overflow.i63(i63, i63)
declare { i63, i1 } @llvm.umul.with.overflow.i63(i63, i63)
declare { i63, i1 } @llvm.usub.with.overflow.i63(i63, i63)
declare { i9, i1 } @llvm.sadd.with.overflow.i9(i9, i9)
declare { i9, i1 } @llvm.smul.with.overflow.i9(i9, i9)
declare { i9, i1 } @llvm.ssub.with.overflow.i9(i9, i9)
declare { i9, i1 } @llvm.uadd.with.overflow.i9(i9, i9)
declare { i9, i1 } @llvm.umul.with.overflow.i9(i9, i9)
declare { i9, i1 } @llvm.usub.with.overflow.i9(i9, i9)
