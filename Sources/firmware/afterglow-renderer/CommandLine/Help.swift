extension Options {
  static var help: StaticString {
    """
    Shows an archive on its panel, and keeps running when everything else has died.

    usage: afterglow-renderer [OPTIONS] [FILE]
           afterglow-renderer [OPTIONS] FILE [OPTIONS] FILE …     (several panels: options before their FILE)
           afterglow-renderer --simulate FROM TO [--lux LUX | --lux-trace TRACE] [--updates] [--dump-frame PATH] FILE

    FILE is an archive, made by `afterglow build`. Its board says which display to use. The panel runs until SIGINT or
    SIGTERM; its last picture stays. SIGHUP reads each FILE again.

      --control SOCKET    also take archives and commands from there; a FILE that is missing or wrong is waited for
      --display PATH      put a virtual framebuffer there instead
      --panel SOCKET      an e-paper board is shown on the simulated panel whose host listens there
      --lux LUX           a constant light instead of the board's own source, such as 0.5
      --lux-trace TRACE   take the light from lines of `seconds,lux` (an empty lux is a drop-out)
      --state PATH        remember there, over reboots, how far the picture has come on its orbit; in PATH.refreshes,
                          how often e-paper was refreshed
      --slow-panel N      a simulated e-paper panel takes N times as long, 1 to 4
      --user UID:GID      user and group of the drawing process when started as root (default 65534:65534)
      --simulate FROM TO  run the same loop on a virtual clock, as fast as it can, and end with one line of JSON;
                          FROM and TO are 2026-11-21T07:00:00+01:00 (or …Z), or seconds since 1970; TO is not shown
      --updates           one line of JSON for each update
      --dump-frame PATH   write the last frame there, as a virtual framebuffer
      --unconfined        without a system-call filter: only for emulators and debuggers that know none
      --help, --version

    exit status: 0 done, 64 wrong usage, 65 not an archive, 69 no display, 71 the system refused, 74 input or output

    example: afterglow-renderer --simulate 2026-03-28T00:00:00Z 2026-03-30T00:00:00Z clock.archive

    """
  }
}
