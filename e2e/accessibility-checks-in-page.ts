// The parts of accessibility-checks.ts that run in the browser. Each function is sent there as source code, so it can
// use nothing outside itself.

/** The last element that makes the page wider than its window. */
export function findOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const wide = [...document.body.querySelectorAll('*')].filter(
    element => element.getBoundingClientRect().right > clientWidth + 1 && element.checkVisibility(),
  )
  const last = wide.at(-1)?.outerHTML.slice(0, 120) ?? ''
  return [`${scrollWidth} px on ${clientWidth}: ${last}`]
}

/** Fields for text that are too narrow to read in them what one types: less than four letters high. */
export function findNarrowFields(): string[] {
  return [...document.querySelectorAll('input')]
    .filter(
      field => ['email', 'search', 'text', 'password', 'tel'].includes(field.type) && field.checkVisibility(),
    )
    .filter(field => field.offsetWidth > 1)
    .filter(field => field.offsetWidth < 4 * Number.parseFloat(getComputedStyle(field).fontSize))
    .map(field => `narrow: ${field.offsetWidth} px for “${field.labels?.[0]?.textContent ?? field.name}”`)
}

/** A line of text on the page; `block` and `layer` are numbers of elements. */
export interface TextLine {
  text: string
  block: number
  layer: number
  left: number
  right: number
  top: number
  bottom: number
}

/** The visible lines of text, and the texts that a box cuts off by more than `tolerancePx`. */
export function readTexts(tolerancePx: number): { cutTexts: string[]; lines: TextLine[] } {
  const visibility = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  const cutTexts: string[] = []
  const lines: TextLine[] = []
  const elements: (Element | null)[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!parent || !text || !parent.checkVisibility(visibility)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = parent.getBoundingClientRect()
    if (box.width <= 1 || box.height <= 1) continue
    const cut = howCut(parent, range.getBoundingClientRect())
    if (cut === 'hidden') continue
    if (cut === 'cut') cutTexts.push(text)
    const [block, layer] = [numberOf(blockOf(parent)), numberOf(layerOf(parent))]
    for (const { left, right, top, bottom, height } of range.getClientRects())
      lines.push({ text, block, layer, left, right, top: top + height / 5, bottom: bottom - height / 5 })
  }
  return { cutTexts, lines }

  /** Whether a box cuts this text off, or hides it from all but screen readers. */
  function howCut(start: Element, text: DOMRect): 'cut' | 'hidden' | 'whole' {
    for (let box: Element | null = start; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      if (edge.width <= 1 || edge.height <= 1 || (position === 'absolute' && clipPath !== 'none'))
        return 'hidden'
      const cutsX = ['hidden', 'clip'].includes(overflowX)
      const cutsY = ['hidden', 'clip'].includes(overflowY)
      if (cutsX && (text.left < edge.left - tolerancePx || text.right > edge.right + tolerancePx))
        return 'cut'
      if (cutsY && (text.top < edge.top - tolerancePx || text.bottom > edge.bottom + tolerancePx))
        return 'cut'
    }
    return 'whole'
  }

  /** The fixed or sticky element or dialog that contains this one; it may cover the page below. */
  function layerOf(start: Element): Element | null {
    for (let box: Element | null = start; box; box = box.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(box).position) || box.matches('dialog, [role=dialog]'))
        return box
    return null
  }

  function blockOf(start: Element): Element {
    let box = start
    while (getComputedStyle(box).display.startsWith('inline') && box.parentElement) box = box.parentElement
    return box
  }

  function numberOf(element: Element | null): number {
    if (!elements.includes(element)) elements.push(element)
    return elements.indexOf(element)
  }
}

/** The focused element: its name, and what is wrong with how it is shown. */
export interface FocusStop {
  name: string
  faults: string[]
}

/** The focused element; null when the focus has left the page. */
export function inspectFocus(): FocusStop | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const place = [...document.querySelectorAll('*')].indexOf(element)
  const ownText = (element.getAttribute('aria-label') ?? element.innerText ?? '').trim().replace(/\s+/g, ' ')
  const name = `${element.localName} “${ownText.slice(0, 40)}” ${element.getAttribute('name') ?? ''} (${place})`
  const label = (element as HTMLInputElement).labels?.[0]
  const own = element.getBoundingClientRect()
  const isSmall = own.width <= 2 || own.height <= 2 || getComputedStyle(element).opacity === '0'
  const shown = isSmall && label ? label : element
  return { name, faults: [...(isSeen() ? [] : ['out of sight']), ...(isMarked() ? [] : ['no mark'])] }

  function isSeen(): boolean {
    const { left, top, width, height } = shown.getBoundingClientRect()
    const inset = 3
    const points = [
      [left + width / 2, top + height / 2],
      [left + width / 2, top + inset],
      [left + width / 2, top + height - inset],
      [left + inset, top + height / 2],
      [left + width - inset, top + height / 2],
    ]
    const hit = points.filter(([x, y]) => {
      const hitElement = document.elementFromPoint(x!, y!)
      return (
        hitElement &&
        (shown.contains(hitElement) || hitElement.contains(shown) || label?.contains(hitElement))
      )
    })
    return hit.length >= 3
  }

  function isMarked(): boolean {
    const near = [
      element,
      label,
      element!.parentElement,
      element!.nextElementSibling,
      element!.firstElementChild,
    ]
    return near.some(one => {
      if (!one) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
    })
  }
}

/** Targets under 24 px with another one too close (WCAG 2.5.8); links within a sentence may be small. */
export function findSmallTargets(): string[] {
  const least = 24
  const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    .filter(one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map(element => ({ element, box: element.getBoundingClientRect(), layer: layerOf(element) }))
    .filter(({ box }) => box.width > 1 && box.height > 1)
  const isLarge = ({ width, height }: DOMRect) => width >= least - 0.5 && height >= least - 0.5
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0)
  return all
    .filter(
      ({ element, box }) => !isLarge(box) && !isInSentence(element) && !element.classList.contains('target'),
    )
    .filter(({ element, box, layer }) =>
      all.some(other => {
        if (other.element === element || other.element.contains(element) || element.contains(other.element))
          return false
        if (other.layer !== layer) return false
        const x = box.left + box.width / 2
        const y = box.top + box.height / 2
        const middle = { x: other.box.left + other.box.width / 2, y: other.box.top + other.box.height / 2 }
        const away = Math.hypot(
          x - (isLarge(other.box) ? Math.min(Math.max(x, other.box.left), other.box.right) : middle.x),
          y - (isLarge(other.box) ? Math.min(Math.max(y, other.box.top), other.box.bottom) : middle.y),
        )
        return away < (isLarge(other.box) ? least / 2 : least)
      }),
    )
    .map(
      ({ element, box }) =>
        `${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.slice(0, 100)}`,
    )

  /** The fixed or sticky element that contains this one. */
  function layerOf(start: Element): Element | null {
    for (let one: Element | null = start; one; one = one.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(one).position)) return one
    return null
  }
}

/** Pill-shaped controls without a border, which forced colours would make invisible. */
export function findBorderlessButtons(): string[] {
  return [...document.querySelectorAll<HTMLElement>('button, a, summary, label')]
    .filter(one => one.checkVisibility({ opacityProperty: true }))
    .filter(one => {
      const { borderTopWidth, borderTopStyle, paddingLeft, textDecorationLine, borderTopLeftRadius } =
        getComputedStyle(one)
      const isPill = Number.parseFloat(paddingLeft) >= 14 && Number.parseFloat(borderTopLeftRadius) >= 100
      const hasEdge = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1
      return isPill && !hasEdge && !textDecorationLine.includes('underline')
    })
    .map(one => `no edge: ${one.outerHTML.slice(0, 140)}`)
}

/** Elements that are only of use on a screen but would be printed. */
export function findPrintedControls(): string[] {
  return [
    ...document.querySelectorAll<HTMLElement>(
      '.site-header, footer, nav, button, [role=search], .consent-banner, #main ~ *',
    ),
  ]
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().height > 1 && !one.closest('article'))
    .map(one => `printed: ${one.outerHTML.slice(0, 100)}`)
}
