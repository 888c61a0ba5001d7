/**
 * The typefaces for invitations (R701), each with Greek letters. `key` is stored, and sent over the API; `stack` is the
 * CSS font stack for pages and e-mails. E-mails can't load fonts, so each falls back to similar ones that devices have.
 */
export const typefaces = [
  { key: 'literata', name: 'Literata', stack: "Literata, Georgia, 'Times New Roman', serif" },
  { key: 'gfs-didot', name: 'GFS Didot', stack: "'GFS Didot', Didot, 'Palatino Linotype', Georgia, serif" },
  {
    key: 'commissioner',
    name: 'Commissioner',
    stack: "Commissioner, 'Segoe UI', Helvetica, Arial, sans-serif",
  },
  { key: 'comfortaa', name: 'Comfortaa', stack: "Comfortaa, 'Trebuchet MS', Verdana, sans-serif" },
  { key: 'mynerve', name: 'Mynerve', stack: "Mynerve, 'Segoe Print', 'Comic Sans MS', cursive" },
  { key: 'mansalva', name: 'Mansalva', stack: "Mansalva, 'Segoe Print', 'Bradley Hand', cursive" },
]

export const typefaceKeys = typefaces.map(({ key }) => key)

/** The CSS font stack of a typeface key; the first typeface's for an unknown one. */
export function fontStackOf(key: string): string {
  return (typefaces.find(typeface => typeface.key === key) ?? typefaces[0])?.stack ?? 'serif'
}

export const textAlignments = ['left', 'center', 'right'] as const
/** In CSS pixels (R701). */
export const minFontSize = 12
export const maxFontSize = 32

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The WCAG contrast ratio of two colours, 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The colour at that share of the way from one to the other, which mail programs can't mix themselves. */
function mixColours(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map(start => {
    const [a = 0, b = 0] = [from, to].map(colour => Number.parseInt(colour.slice(start, start + 2), 16))
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** The least contrast of small text (WCAG 1.4.3). */
const minTextContrast = 4.5

export const hasReadableContrast = (text: string, background: string) =>
  contrastRatio(text, background) >= minTextContrast

/** How an invitation looks (R701); colours as `#rrggbb`, the font size in CSS pixels. */
export interface InvitationDesign {
  font_family: string
  text_color: string
  background_color: string
  font_size: number
  text_align: (typeof textAlignments)[number]
  /** The path on this site of the image around the card. */
  background_image: string | null
}

/** The colour of the fine line within an invitation's edge; null for one that is not centred, which has none. */
export function frameColourOf(design: InvitationDesign | FinishedDesign): string | null {
  const { text_align, text_color, background_color } = design
  return text_align === 'center' ? mixColours(background_color, text_color, 0.3) : null
}

/** What of a design is dark enough for buttons and headings on a white sheet; ink where neither colour is. */
export function accentOf({ text_color, background_color }: InvitationDesign): string {
  const isDark = (colour: string) => hasReadableContrast(colour, '#ffffff')
  return [background_color, text_color].find(isDark) ?? defaultInvitationDesign.text_color
}

/** What a finished design decides; the picture around the card is the hosts' own. */
export type FinishedDesign = Omit<InvitationDesign, 'background_image'>

/** The designs that an invitation begins with (R701), each readable. The first is the default one. */
export const finishedDesigns = {
  paper: finished('literata', '#23262d', '#fffdf9'),
  olive: finished('gfs-didot', '#2f3a22', '#e6ead6'),
  sea: finished('commissioner', '#0f3a4d', '#dcecf1'),
  pomegranate: finished('literata', '#fff4ef', '#8c2438'),
  night: finished('gfs-didot', '#f3e6c8', '#1d2538'),
  plain: { ...finished('commissioner', '#23262d', '#ffffff'), text_align: 'left' },
} satisfies Record<string, FinishedDesign>
export type DesignKey = keyof typeof finishedDesigns

/** Which finished design it is; null for one of the hosts' own. */
export function designKeyOf(design: InvitationDesign): DesignKey | null {
  const keys = Object.keys(finishedDesigns) as DesignKey[]
  const isSame = (finished: FinishedDesign) =>
    (Object.keys(finished) as (keyof FinishedDesign)[]).every(field => finished[field] === design[field])
  return keys.find(key => isSame(finishedDesigns[key])) ?? null
}

function finished(font_family: string, text_color: string, background_color: string): FinishedDesign {
  return { font_family, text_color, background_color, font_size: 18, text_align: 'center' }
}

export const defaultInvitationDesign: InvitationDesign = { ...finishedDesigns.paper, background_image: null }

/** Whether it is a colour as an invitation has them, `#rrggbb`. */
export const isDesignColour = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value)

/** A design that can be drawn: what somebody typed and the server refused is as by default, or within its bounds. */
export function drawableDesign(design: InvitationDesign): InvitationDesign {
  const { text_color, background_color, font_size, text_align } = design
  const size = Math.min(maxFontSize, Math.max(minFontSize, font_size))
  return {
    ...design,
    text_color: isDesignColour(text_color) ? text_color : defaultInvitationDesign.text_color,
    background_color: isDesignColour(background_color)
      ? background_color
      : defaultInvitationDesign.background_color,
    font_size: Number.isFinite(size) ? size : defaultInvitationDesign.font_size,
    text_align: textAlignments.includes(text_align) ? text_align : defaultInvitationDesign.text_align,
  }
}
