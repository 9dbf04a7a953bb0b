/**
 * Runs before the first paint, as a script of its own, because the policy of pages takes none inside them: whoever chose
 * light or dark must not see the other for a moment.
 */
try {
  const chosen = localStorage.getItem('theme')
  if (chosen) document.documentElement.dataset.theme = chosen
} catch {
  // A browser that keeps nothing: the system's choice stands.
}
