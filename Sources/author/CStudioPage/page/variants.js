// A widget in every family that it has and in every look of its panel, on one canvas.

import * as api from './api.js';
import { dialog, h, toast } from './dom.js';
import { familyName } from './scenes.js';

/** Of a column's width: small ones are smaller there too. */
const share = (family, aspect) => family.startsWith('accessory') && aspect < 1.3 ? 0.4 : family === 'systemSmall' ? 0.62 : 1;

/** Opens the canvas of a widget of the scene. */
export async function openVariants(board, name) {
  let found;
  try { found = await api.get(`boards/${board}/variants?widget=${encodeURIComponent(name)}`); } catch (error) { toast(error.message); return; }
  const stop = new AbortController();
  const addresses = [];
  const cells = [];
  const cell = ({ family, aspect }, look) => {
    const query = new URLSearchParams({ widget: name });
    for (const key of ['appearance', 'mode']) if (look[key]) query.set(key, look[key]);
    const image = h('img', { alt: `${found.title}, ${familyName(family)}, ${look.title}`, style: { 'aspect-ratio': String(aspect), '--share': share(family, aspect) } });
    cells.push({ image, path: `boards/${board}/pictures/${found.kind}/${family}?${query}` });
    return h('td', {}, h('div', { class: ['variant', family] }, image));
  };
  dialog(`${found.title} in all families and modes`, h('div', { class: 'variants', tabindex: 0, role: 'region', 'aria-label': 'Variants' }, h('table', {},
    h('thead', {}, h('tr', {}, h('td', {}), found.looks.map(({ title }) => h('th', { scope: 'col' }, title)))),
    h('tbody', {}, found.families.map((family) => h('tr', {},
      h('th', { scope: 'row' }, familyName(family.family), !family.isTaken && h('small', {}, 'not in this layout')),
      found.looks.map((look) => cell(family, look))))))), {
    class: 'widest', onClose: () => { stop.abort(); addresses.forEach((address) => URL.revokeObjectURL(address)); },
  });
  for (const { image, path } of cells) {
    if (stop.signal.aborted) return;
    try {
      const address = await api.picture(path, stop.signal);
      addresses.push(address);
      image.src = address;
      await image.decode();
      image.classList.add('is-loaded');
    } catch (error) {
      if (error.name !== 'AbortError') image.replaceWith(h('p', { class: 'note' }, error.message));
    }
  }
}
