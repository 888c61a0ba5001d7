import './typefaces.css'
import type { ReactNode } from 'react'
import { useNonce } from '../../ui/page/site-data.ts'
import { accentOf, drawableDesign, fontStackOf, type InvitationDesign } from '../content.rules.ts'

/**
 * A page for the invited in the design of their invitation: its colours and picture are the ground, and its typeface that
 * of headings. What is read closely and filled in stands on a `DesignedSheet`.
 */
export function DesignedGround({ design, children }: { design: InvitationDesign; children: ReactNode }) {
  return (
    <div className="designed">
      <style nonce={useNonce()} suppressHydrationWarning>
        {groundCss(drawableDesign(design))}
      </style>
      {children}
    </div>
  )
}

/** White paper on the ground, where text and fields are as readable as everywhere. */
export function DesignedSheet({ children }: { children: ReactNode }) {
  return (
    <div className="designed-sheet min-w-0 has-[>div:empty]:hidden rounded-tile border border-line bg-card px-5 py-7 text-ink sm:px-9 sm:py-9">
      {children}
    </div>
  )
}

function groundCss(design: InvitationDesign): string {
  const { background_color, text_color, font_family, background_image } = design
  const accent = accentOf(design)
  const picture = background_image && ` url("${background_image}") center/cover`
  return [
    `.designed{background:${background_color}${picture ?? ''};color:${text_color}}`,
    `.designed :is(h1,h2){font-family:${fontStackOf(font_family)}}`,
    // Errors keep their red.
    `.designed-sheet :is(a,button,label){--color-pomegranate:${accent};--color-deep:${accent}}`,
  ].join('')
}
