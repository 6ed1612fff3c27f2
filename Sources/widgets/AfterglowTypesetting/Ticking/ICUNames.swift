// The functions of Foundation's ICU that this room calls. Swift 6.3 put `swift_` before their names, so that they are not
// those of a system's ICU. Swift 6.2, which builds the author for arm64 (docs/packages.md), has them under ICU's own names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if compiler(<6.3)
  internal import _FoundationICU

  let swift_unumf_openForSkeletonAndLocale = unumf_openForSkeletonAndLocale
  let swift_unumf_close = unumf_close
  let swift_unumf_openResult = unumf_openResult
  let swift_unumf_closeResult = unumf_closeResult
  let swift_unumf_formatDouble = unumf_formatDouble
  let swift_unumf_resultToString = unumf_resultToString
  let swift_ulistfmt_openForType = ulistfmt_openForType
  let swift_ulistfmt_close = ulistfmt_close
  let swift_ulistfmt_format = ulistfmt_format
  let swift_uplrules_open = uplrules_open
  let swift_uplrules_close = uplrules_close
  let swift_uplrules_select = uplrules_select
  let swift_ureldatefmt_open = ureldatefmt_open
  let swift_ureldatefmt_close = ureldatefmt_close
  let swift_ureldatefmt_format = ureldatefmt_format
  let swift_ureldatefmt_formatNumeric = ureldatefmt_formatNumeric
#endif
