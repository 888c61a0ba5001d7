import { useLayoutEffect } from 'react'

/** Makes everything outside of a modal element inert while it is there, except what is read aloud by itself, such as toasts. */
export function useInertOutside(modal: HTMLElement | null): void {
  useLayoutEffect(() => {
    if (!modal) return
    const outside = listOutside(modal).filter(element => !element.inert)
    for (const element of outside) element.inert = true
    return () => {
      for (const element of outside) element.inert = false
    }
  }, [modal])
}

const announced = '[aria-live], [role=status], [role=alert]'

/**
 * The largest elements of the page that hold neither the modal element nor anything that is announced. What stands
 * beside it is left as it is: the backdrop, which closes it, and the ends of its circle of focus.
 */
function listOutside(modal: HTMLElement): HTMLElement[] {
  const outside: HTMLElement[] = []
  const around = modal.parentElement
  const visit = (parent: Element) => {
    for (const child of parent.children) {
      if (!(child instanceof HTMLElement) || child === around || child.matches(announced)) continue
      if (child.contains(modal) || child.querySelector(announced)) visit(child)
      else if (!['SCRIPT', 'STYLE'].includes(child.tagName)) outside.push(child)
    }
  }
  visit(document.body)
  return outside
}
