// Elements by one function, and what several parts of the page need of them.

/** Makes an element. Attributes that begin with "on" are listeners, `class` may be a list, false and null are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = tag === 'svg' || h.isVector
    ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2).toLowerCase(), value);
    else if (name === 'class') element.setAttribute('class', [value].flat().filter(Boolean).join(' '));
    else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'hidden') element[name] = value;
    else if (name === 'style') for (const [key, part] of Object.entries(value)) element.style.setProperty(key, part);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The same for vectors. */
export function v(tag, attributes, ...children) {
  h.isVector = true;
  try { return h(tag, attributes, ...children); } finally { h.isVector = false; }
}

const paths = {
  play: 'M8 5.5v13l11-6.5z', pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z', plus: 'M12 5v14M5 12h14',
  undo: 'M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2', redo: 'm15 7 4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h2',
  close: 'M6 6l12 12M18 6 6 18', trash: 'M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7',
  search: 'M10.5 5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM15 15l5 5', warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 16.8v.4',
  now: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM12 8v4.5l3 2', help: 'M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1.1-1.4 2.1M12 17v.4',
  arrange: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h15v6h-15z', look: 'M3 12s3.3-5.5 9-5.5S21 12 21 12s-3.3 5.5-9 5.5S3 12 3 12ZM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z',
  previous: 'm14.5 6-6 6 6 6', next: 'm9.5 6 6 6-6 6', pencil: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5z', chevron: 'm7 10 5 5 5-5',
  evening: 'M3 17.5c3-.3 3.5-9 6.5-9s2.5 5 5 5 2.500-3.500 6.500-4M3 20.500h18',
  screen: 'M4 5.5h16v10.5H4zM9 19.5h6M12 16v3.5',
};

/** A line icon; its button has the name. */
export function icon(name) {
  const isSolid = name === 'play' || name === 'pause';
  return v('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
    v('path', { d: paths[name], fill: isSolid ? 'currentColor' : 'none', stroke: isSolid ? 'none' : 'currentColor' }));
}

/** A button with an icon; `name` is what a screen reader says and what a pointer shows. */
export function iconButton(name, label, onclick, attributes = {}) {
  const keys = attributes.keys;
  delete attributes.keys;
  return h('button', {
    type: 'button', class: ['button', 'plain', attributes.class], 'aria-label': label,
    title: keys ? `${label} (${keys})` : label, onclick, ...attributes,
  }, icon(name));
}

/** A group of which one is chosen. `choices` are [value, label]. */
export function segments(label, choices, current, choose) {
  const group = h('div', { class: 'segments', role: 'radiogroup', 'aria-label': label });
  const buttons = choices.map(([value, text, hint]) => h('button', {
    type: 'button', role: 'radio', 'aria-checked': String(value === current), tabindex: value === current ? 0 : -1, title: hint,
    onclick: () => choose(value), 'data-value': value,
  }, text));
  if (!buttons.some((button) => button.tabIndex === 0) && buttons[0]) buttons[0].tabIndex = 0;
  group.append(...buttons);
  group.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const index = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
    choose(choices[index][0]);
    group.isConnected ? buttons[index].focus() : null;
  });
  return group;
}

/** Marks the chosen button of `segments`. */
export function check(group, current) {
  for (const button of group.children) {
    const isChosen = button.dataset.value === String(current);
    button.setAttribute('aria-checked', String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
  }
}

/** Replaces the children of an element, and keeps the focus on the element with the same `data-key`. */
export function fill(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const { scrollTop } = element;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  element.scrollTop = scrollTop;
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** A modal dialog that is removed when it closes. */
export function dialog(title, body, attributes = {}) {
  const back = document.activeElement;
  const element = h('dialog', { class: ['sheet', attributes.class], 'aria-label': title },
    h('header', {}, h('h2', {}, title), iconButton('close', 'Close', () => element.close(), { keys: 'Esc' })), body);
  element.addEventListener('close', () => { element.remove(); back?.isConnected && back.focus(); attributes.onClose?.(); });
  element.addEventListener('click', (event) => { if (event.target === element) element.close(); });
  document.body.append(element);
  element.showModal();
  return element;
}

/** Says what happened last, for some seconds; with an action as long as a person needs to reach it. */
export function toast(text, action) {
  const element = h('p', { class: 'toast' }, text,
    action && h('button', { type: 'button', class: 'button', onclick: () => { action.run(); element.remove(); } }, action.label));
  const box = document.getElementById('toasts');
  box.replaceChildren(element);
  // Above dialogs that were opened later.
  if (box.matches(':popover-open')) box.hidePopover();
  box.showPopover();
  setTimeout(() => element.remove(), action ? 12000 : 5000);
}

/** Follows a pointer from its press to its release. */
export function drag(element, { start, move, end }) {
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || start?.(event) === false) return;
    element.setPointerCapture(event.pointerId);
    const onMove = (next) => move(next);
    const onEnd = (next) => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onEnd);
      element.removeEventListener('pointercancel', onEnd);
      end?.(next, next.type === 'pointercancel');
    };
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onEnd);
    element.addEventListener('pointercancel', onEnd);
  });
}
