// Declarations are in the Swift module `os`.
#pragma once
