/** Whether a mouse button is held down, or a finger that the browser takes for one. */
export let isPointerDown = false

if (typeof document !== 'undefined') {
  document.addEventListener('mousedown', () => (isPointerDown = true), true)
  document.addEventListener('mouseup', () => (isPointerDown = false), true)
}

/** Runs now, or after the mouse button is released: an error that moves the page before would make the click miss. */
export function runAfterPointerUp(run: () => void): void {
  if (!isPointerDown) run()
  else document.addEventListener('mouseup', () => setTimeout(run), { once: true, capture: true })
}
