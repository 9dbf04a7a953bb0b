/** Follows a pointer until it is let go; Escape and a taken touch end it without effect. */
export function follow(
  move: (event: PointerEvent) => void,
  end: (event: PointerEvent) => void,
  given: () => void,
): void {
  const over = new AbortController()
  const { signal } = over
  const stop = () => {
    over.abort()
    given()
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener(
    'pointerup',
    (event) => {
      over.abort()
      end(event)
    },
    { signal },
  )
  window.addEventListener('pointercancel', stop, { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), { signal })
}
