/*
 * What e2e/barriers.ts asks inside the browser. Each function travels there as its own source: it may use nothing
 * that stands outside of it.
 */

/** What makes the page wider than its window. */
export function sideways(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const wide = [...document.body.querySelectorAll('*')].filter(
    element => element.getBoundingClientRect().right > clientWidth + 1 && element.checkVisibility(),
  )
  const last = wide.at(-1)?.outerHTML.slice(0, 120) ?? ''
  return [`${scrollWidth} px on ${clientWidth}: ${last}`]
}

/** Texts that a box cuts off, and texts of different blocks that lie over each other. */
export function crowded(slack: number): string[] {
  interface Line {
    text: string
    block: Element
    layer: Element | null
    left: number
    right: number
    top: number
    bottom: number
  }
  const seen = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  const faults: string[] = []
  const lines: Line[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!parent || !text || !parent.checkVisibility(seen)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = parent.getBoundingClientRect()
    if (box.width <= 1 || box.height <= 1) continue
    const cutter = cutterOf(parent, range.getBoundingClientRect())
    if (cutter === 'unseen') continue
    if (cutter) faults.push(`cut: “${text.slice(0, 40)}”`)
    const layer = layerOf(parent)
    const block = blockOf(parent)
    for (const { left, right, top, bottom, height } of range.getClientRects())
      lines.push({ text, block, layer, left, right, top: top + height / 5, bottom: bottom - height / 5 })
  }
  lines.sort((one, other) => one.top - other.top)
  for (const [index, one] of lines.entries())
    for (let next = index + 1; next < lines.length && lines[next]!.top < one.bottom; next += 1) {
      const other = lines[next]!
      if (one.block === other.block || one.layer !== other.layer) continue
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const height = Math.min(one.bottom, other.bottom) - other.top
      if (width > slack && height > slack)
        faults.push(`over each other: “${one.text.slice(0, 30)}” and “${other.text.slice(0, 30)}”`)
    }
  return [...new Set(faults)]

  /** The box that cuts this text off; 'unseen' for texts that only a screen reader meets. */
  function cutterOf(start: Element, text: DOMRect): Element | 'unseen' | null {
    for (let box: Element | null = start; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      if (edge.width <= 1 || edge.height <= 1 || (position === 'absolute' && clipPath !== 'none'))
        return 'unseen'
      const cutsX = ['hidden', 'clip'].includes(overflowX)
      const cutsY = ['hidden', 'clip'].includes(overflowY)
      if (cutsX && (text.left < edge.left - slack || text.right > edge.right + slack)) return box
      if (cutsY && (text.top < edge.top - slack || text.bottom > edge.bottom + slack)) return box
    }
    return null
  }

  /** What floats over the page is its own layer: it may cover what is beneath. */
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
}

export interface Stop {
  name: string
  faults: string[]
}

/** What has the focus and what is wrong about it; null when it has left the page. */
export function focused(): Stop | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const place = [...document.querySelectorAll('*')].indexOf(element)
  const words = (element.getAttribute('aria-label') ?? element.innerText ?? '').trim().replace(/\s+/g, ' ')
  const name = `${element.localName} “${words.slice(0, 40)}” ${element.getAttribute('name') ?? ''} (${place})`
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
      const found = document.elementFromPoint(x!, y!)
      return found && (shown.contains(found) || found.contains(shown) || label?.contains(found))
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

/** Targets under 24 px with another one within reach of the same finger; a link in a sentence may be small (2.5.8). */
export function small(): string[] {
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

  /** What stays over the page is its own layer: the page is scrolled from beneath it. */
  function layerOf(start: Element): Element | null {
    for (let one: Element | null = start; one; one = one.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(one).position)) return one
    return null
  }
}

/** Pills whose shape only a colour drew, and which no border draws where colours are the reader's own. */
export function bare(): string[] {
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

/** What is of use on a screen alone, and would be printed. */
export function framed(): string[] {
  return [
    ...document.querySelectorAll<HTMLElement>(
      '.site-header, footer, nav, button, [role=search], .consent-banner, #main ~ *',
    ),
  ]
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().height > 1 && !one.closest('article'))
    .map(one => `printed: ${one.outerHTML.slice(0, 100)}`)
}
