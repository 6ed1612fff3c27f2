// Instants in the zone of a board, for people.

const formats = new Map();

function format(zone, options) {
  const key = zone + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options }));
  return formats.get(key);
}

export const minute = 60000, hour = 3600000, day = 86400000;

/** "22:07" or "22:07:05". */
export const clock = (ms, zone, seconds = false) =>
  format(zone, { hour: '2-digit', minute: '2-digit', ...(seconds ? { second: '2-digit' } : {}) }).format(ms);

/** "Wed 25 Nov". */
export const date = (ms, zone) => format(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(ms);

/** "Wed 25 Nov 2026, 22:07:05". */
export const full = (ms, zone) =>
  `${format(zone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(ms)}, ${clock(ms, zone, true)}`;

function parts(ms, zone) {
  const found = {};
  for (const { type, value } of format(zone, {
    year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  }).formatToParts(ms)) found[type] = value;
  return found;
}

/** What local clocks are ahead of UTC at an instant, in ms. */
export function offset(ms, zone) {
  const p = parts(ms, zone);
  return Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) - Math.floor(ms / 1000) * 1000;
}

/** For an input of type datetime-local. */
export function local(ms, zone) {
  const p = parts(ms, zone);
  return `${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}`;
}

/** The instant of a local time; of two the first, of none the one after the gap. */
export function instant(text, zone) {
  const wanted = Date.parse(`${text}Z`);
  if (Number.isNaN(wanted)) return null;
  const candidates = [wanted - offset(wanted - day, zone), wanted - offset(wanted + day, zone)];
  const exact = candidates.filter((ms) => ms + offset(ms, zone) === wanted).sort((a, b) => a - b);
  return exact[0] ?? Math.max(...candidates);
}

/** "in 4 min", "12 s ago". */
export function relative(ms, from = Date.now()) {
  const s = Math.abs(ms - from) / 1000;
  const text = s < 90 ? `${Math.round(s)} s` : s < 5400 ? `${Math.round(s / 60)} min`
    : s < 172800 ? `${Math.round(s / 3600)} h` : `${Math.round(s / 86400)} days`;
  return ms >= from ? `in ${text}` : `${text} ago`;
}

/** "180 lx", "0.5 lx", "12 k lx". */
export function luxText(lux) {
  if (lux === null || lux === undefined) return 'board’s light';
  if (lux >= 10000) return `${Math.round(lux / 1000)}k lx`;
  return `${lux >= 100 ? Math.round(lux) : lux >= 10 ? lux.toFixed(0) : lux >= 1 ? lux.toFixed(1) : lux.toFixed(2)} lx`;
}

/** "123 KB". */
export const bytes = (count) => count < 1024 ? `${count} B` : count < 1 << 20 ? `${(count / 1024).toFixed(count < 10240 ? 1 : 0)} KiB`
  : `${(count / (1 << 20)).toFixed(1)} MiB`;
