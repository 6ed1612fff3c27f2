// The gallery: every widget that this board can show, in each family as it would look there.

import * as api from './api.js';
import { dialog, h, icon, toast } from './dom.js';
import { edit } from './editing.js';
import { familyName } from './scenes.js';
import { look, page, setPage } from './state.js';

/** Opens the gallery. `at` is the cell that the widget shall begin at; none = the first with room. */
export async function openGallery(at = null) {
  const id = page.board;
  let kinds;
  try { ({ kinds } = await api.get(`boards/${id}/kinds`)); } catch (error) { toast(error.message); return; }
  const shown = [];
  const stop = new AbortController();
  const field = h('input', {
    type: 'search', 'aria-label': 'Search widgets', placeholder: 'Search', autocomplete: 'off', oninput: () => draw(field.value),
  });
  const list = h('div', { class: 'kinds' });
  const { grid, context, widgets } = page.scenes[id];
  // Places that are not cells of a grid are few, so that one widget takes another's.
  const chosen = widgets.some(({ name }) => name === page.widget) ? page.widget : context === 'standBy' ? widgets.at(-1)?.name : '';
  const where = h('select', { 'aria-label': 'Place' }, h('option', { value: '' }, 'In a place of its own'),
    widgets.map(({ name }) => h('option', { value: name, selected: name === chosen }, `Instead of ${name}`)));
  const sheet = dialog('Widgets', h('div', { class: 'gallery' }, h('div', { class: 'search' }, icon('search'), field, !grid && where), list), {
    class: 'wide', onClose: () => { stop.abort(); shown.forEach((address) => URL.revokeObjectURL(address)); },
  });
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) { seen.unobserve(target); fetchPicture(target); }
  }, { root: sheet, rootMargin: '200px' });

  async function fetchPicture(image) {
    try {
      const address = await api.picture(image.dataset.path, stop.signal);
      shown.push(address);
      image.src = address;
      await image.decode();
    } catch (error) {
      if (error.name !== 'AbortError') image.replaceWith(h('p', { class: 'note' }, error.message));
      return;
    }
    image.classList.add('is-loaded');
  }

  let isAdding = false;

  async function add(kind, family) {
    // A double click is one wish.
    if (isAdding) return;
    isAdding = true;
    try { await place(kind, family); } finally { isAdding = false; }
  }

  async function place(kind, family) {
    const old = grid ? -1 : widgets.findIndex(({ name }) => name === where.value);
    const change = old < 0 ? { op: 'add', ...(at ?? {}) } : { op: 'replace', widget: where.value };
    if (!await edit(id, { ...change, kind: kind.kind, family }, `Added ${kind.title}`)) return;
    sheet.close();
    setPage({ task: 'arrange', tab: 'widgets', widget: page.scenes[id].widgets.at(old).name });
  }

  function card(kind, { family, refusal, isDisfavoured, aspect }) {
    const query = new URLSearchParams({ ...(look.appearance ? { appearance: look.appearance } : {}) });
    const image = h('img', {
      alt: `${kind.title}, ${familyName(family)}: ${kind.description}`, 'data-path': `boards/${id}/pictures/${kind.kind}/${family}?${query}`,
      style: { 'aspect-ratio': String(aspect) }, loading: 'eager',
    });
    seen.observe(image);
    return h('li', { class: ['card', family], 'data-family': family }, h('div', { class: 'picture' }, image),
      h('footer', {}, h('span', {}, familyName(family), isDisfavoured && h('small', {}, 'does not suit this place')),
        h('button', {
          type: 'button', class: 'button primary', disabled: !page.rights.edit || Boolean(refusal), title: refusal,
          'aria-label': `Add ${kind.title}, ${familyName(family)}`, onclick: () => add(kind, family),
        }, 'Add')));
  }

  function section(kind) {
    return h('section', { class: 'kind', 'data-kind': kind.kind }, h('header', {},
      h('div', {}, h('h3', {}, kind.title), h('p', {}, kind.description))),
      h('ul', { class: 'cards' }, kind.families.map((family) => card(kind, family))));
  }

  function draw(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = kinds.filter(({ kind, title, description, keywords }) =>
      words.every((word) => [kind, title, description, ...(keywords ?? [])].some((text) => text.toLowerCase().includes(word))));
    const suits = (kind) => kind.families.some(({ refusal, isDisfavoured }) => !refusal && !isDisfavoured);
    const [main, other] = [matches.filter(suits), matches.filter((kind) => !suits(kind))];
    list.replaceChildren(...main.map(section),
      ...(other.length ? [h('h2', {}, 'Other'), ...other.map(section)] : []),
      ...(matches.length ? [] : [h('p', { class: 'empty' }, `There is no widget for “${query}”.`)]));
  }

  draw('');
  field.focus();
}
