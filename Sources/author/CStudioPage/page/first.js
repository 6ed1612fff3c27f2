// Runs before every module: takes the token, and asks for what the page begins with and for its first picture, so that they
// are on their way while the modules are read.

(() => {
  // The token stands in the address after '#', which no server sees; it is kept for this tab only.
  const tokenKey = 'afterglow-token';
  const found = new URLSearchParams(location.hash.slice(1)).get('token');
  if (found) {
    sessionStorage.setItem(tokenKey, found);
    history.replaceState(null, '', location.pathname);
  }
  // The address of another run, opened in this tab, differs at its end alone: the browser would stay on this page.
  addEventListener('hashchange', () => { if (new URLSearchParams(location.hash.slice(1)).get('token')) location.reload(); });
  const token = sessionStorage.getItem(tokenKey);
  const ask = (path, options) => {
    const response = fetch(`api/${path}`, { ...options, cache: 'no-store', headers: { Authorization: `Bearer ${token ?? ''}`, ...options?.headers } });
    response.catch(() => {}); // The module that waits for it says what is wrong.
    return response;
  };
  const name = `view-0-${Math.random().toString(36).slice(2, 8)}`;
  globalThis.first = {
    tokenKey, token, start: ask('start'),
    /** Of the first board, now and in its own light: what a page asks for that nobody has touched yet. */
    frame: token && { name, response: ask('frame', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ view: name, sequence: 1, hurries: true }),
    }) },
  };
})();
