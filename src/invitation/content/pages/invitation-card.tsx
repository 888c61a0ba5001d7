import { useId } from 'react'
import type { Day } from '../../../base/dates.ts'
import { formatDay } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import { useNonce } from '../../../ui/page/site-data.ts'
import { fontStackOf, type InvitationDesign } from '../rules.ts'
import './typefaces.css'

interface CardProps {
  look: InvitationDesign
  message: string
  hosts: string
  day: Day | null
  place: string | null
  /** The reader's: dates and first words follow it. */
  language: Language
  children?: React.ReactNode
}

/** The invitation as a letter shows it (mail.tsx): words on their colour, the picture around them. */
export function InvitationCard({ look, message, hosts, day, place, language, children }: CardProps) {
  const id = `card${useId().replace(/\W/g, '')}`
  const say = { locale: language }
  const when = [day && formatDay(day, language, true), place].filter(Boolean).join('\n')
  return (
    <div id={id} lang={language} className="overflow-hidden rounded-tile border border-line">
      {/* The policy lets no style into attributes; these values are checked ones (look-rules.ts). */}
      <style nonce={useNonce()} suppressHydrationWarning>
        {rulesOf(id, look)}
      </style>
      <div className="card-words">
        <p className="card-hosts">{hosts}</p>
        <p className="whitespace-pre-line">{message || m.invitation_default_message({}, say)}</p>
        {when && <p className="whitespace-pre-line">{when}</p>}
        {children}
      </div>
    </div>
  )
}

function rulesOf(id: string, look: InvitationDesign): string {
  const { text_color, background_color, font_size, text_align, background_image } = look
  const around = background_image
    ? `#${id}{background:url("${background_image}") center/cover;padding:36px 28px}#${id} .card-words{border-radius:12px}`
    : ''
  return [
    around,
    `#${id} .card-words{background:${background_color};color:${text_color};font:400 ${font_size}px/1.55 ${fontStackOf(look.font_family)};text-align:${text_align};padding:32px 28px;display:flex;flex-direction:column;gap:16px}`,
    `#${id} .card-hosts{font-size:${font_size + 12}px;line-height:1.25}`,
    `#${id} .card-button{background:${text_color};color:${background_color}}`,
  ].join('')
}
