#include "CLockdownProbe.h"
