// What the page shows. Parts of the page subscribe to names of what changes; nothing else is shared.

const listeners = new Map();

/** Calls `listener` whenever one of the names changes. */
export function on(names, listener) {
  for (const name of names.split(' ')) {
    if (!listeners.has(name)) listeners.set(name, new Set());
    listeners.get(name).add(listener);
  }
}

/** Tells that something has changed. */
export function changed(...names) {
  const called = new Set();
  for (const name of names) for (const listener of listeners.get(name) ?? []) called.add(listener);
  for (const listener of called) listener();
}

/** The moment and the room that every panel shows. */
export const moment = {
  /** In ms since 1970; null = now, and it goes on. */
  atMs: null,
  /** Factor of time while it plays; 0 = it stands. */
  speed: 1,
  isPlaying: false,
  /** Whether a hand moves it: until it is let go, content of some hours before is good enough. */
  isDragged: false,
  /** In lux; null = the board's own. */
  lux: null,
  /** A trace of light instead, by the server's number, and when it begins. */
  trace: null, traceFromMs: null,
  /** automatic, day, alwaysOn or night. */
  mode: 'automatic',
  /** In metres; null = the board's own. */
  distance: null,
  /** Whether someone has just touched the panel. */
  isOccupied: false,
};

/** What is asked of the scene; null = as it says. */
export const look = { appearance: null, typeSize: null, locale: null, content: 'live', host: null };

/** The rest of the page's state. */
export const page = {
  version: '', rights: { edit: false, commands: false },
  /** All boards, and the names of those that are shown. */
  boards: [], shown: [],
  /** The board and widget that the inspector is about. */
  board: null, widget: null,
  /** look or arrange. */
  task: 'look',
  /** What a press on the picture does: edit chooses a widget, touch acts as on the panel. */
  hand: 'edit',
  tab: 'facts',
  zoom: 'fit',
  showsDamage: false, showsBoxes: false, showsFindings: true, showsHeat: false,
  /** Whether the server's events come; null = not known yet. */
  isConnected: null,
  /** Scenes and frames' facts by board; and until when their content is known, in ms since 1970. */
  scenes: {}, facts: {}, layouts: {}, papers: {}, known: {},
  /** Packages of widgets that are built when they change. */
  builds: [],
};

/** The board that the inspector is about. */
export const board = () => page.boards.find((item) => item.id === page.board) ?? page.boards[0];

/** The instant that is shown, in ms since 1970. */
export const nowMs = () => moment.atMs ?? Date.now();

/** What every picture is asked for with. */
export const wish = () => ({
  at: moment.atMs === null ? null : new Date(moment.atMs).toISOString(),
  lux: moment.trace ? null : moment.lux, trace: moment.trace, traceFrom: moment.trace ? new Date(moment.traceFromMs).toISOString() : null,
  mode: moment.mode, distance: moment.distance, isOccupied: moment.isOccupied, ...look,
});

/** Changes the moment. */
export function setMoment(change) {
  const others = Object.keys(change).filter((key) => moment[key] !== change[key]);
  Object.assign(moment, change);
  changed('moment', ...others);
}

/** Changes the look. */
export function setLook(change) {
  Object.assign(look, change);
  changed('look');
}

/** Changes the page. */
export function setPage(change) {
  Object.assign(page, change);
  changed(...Object.keys(change));
}
