// The shims are static inline in the header, so that the cross builds need no object of ours from a C compiler.
#include "CLinux.h"
