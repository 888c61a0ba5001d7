import './typefaces.css'
import { useId } from 'react'
import { formatDay } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { m } from '../../paraglide/messages.js'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { useNonce } from '../../ui/page/site-data.ts'
import { drawableDesign, fontStackOf, frameColourOf, type InvitationDesign } from '../content.rules.ts'

interface CardProps {
  content: InvitationDesign & { message: string }
  registry: Pick<RegistryView, 'hosts' | 'registry_date' | 'event_place'>
  /** The hosts' photo, where guests may see it. */
  photo: string | null
  /** The reader's, for the date and the default message. */
  language: Language
  children?: React.ReactNode
}

/** The invitation as its hosts see it. */
export function RegistryInvitation(props: Omit<CardProps, 'photo'> & { registry: RegistryView }) {
  const { registry_status, portrait } = props.registry
  return <InvitationCard {...props} photo={registry_status === 'private' ? null : portrait} />
}

/** The invitation as the e-mail shows it (letters.ts): the text on its colour, the image around it. */
export function InvitationCard({ content, registry, photo, language, children }: CardProps) {
  const id = `card${useId().replace(/\W/g, '')}`
  const { hosts, registry_date: day, event_place: place } = registry
  const dayAndPlace = [day && formatDay(day, language, true), place].filter(Boolean).join('\n')
  return (
    <div id={id} lang={language} className="overflow-hidden rounded-tile border border-line">
      {/* The content security policy forbids style attributes; the values are drawable ones. */}
      <style nonce={useNonce()} suppressHydrationWarning>
        {cardCss(id, content)}
      </style>
      <div className="card-words">
        {photo && <img src={photo} width={132} height={132} alt="" className="card-arch arch object-cover" />}
        <p className="card-hosts">{hosts}</p>
        <p className="whitespace-pre-line">
          {content.message || m.invitation_default_message({}, { locale: language })}
        </p>
        {dayAndPlace && <p className="whitespace-pre-line">{dayAndPlace}</p>}
        {children}
      </div>
    </div>
  )
}

const archPlaces = { left: 'start', center: 'center', right: 'end' }

function cardCss(id: string, design: InvitationDesign): string {
  const drawable = drawableDesign(design)
  const { text_color, background_color, font_size, text_align, background_image } = drawable
  const frame = frameColourOf(drawable)
  const imageCss = background_image
    ? `#${id}{background:url("${background_image}") center/cover;padding:36px 28px}#${id} .card-words{border-radius:12px}`
    : ''
  return [
    imageCss,
    `#${id} .card-words{background:${background_color};color:${text_color};font:400 ${font_size}px/1.55 ${fontStackOf(design.font_family)};text-align:${text_align};padding:40px 28px;display:flex;flex-direction:column;gap:16px}`,
    frame &&
      `#${id}{border-color:${frame}}#${id} .card-words{outline:1px solid ${frame};outline-offset:-10px}`,
    `#${id} .card-hosts{font-size:${font_size + 12}px;line-height:1.25}`,
    `#${id} .card-arch{align-self:${archPlaces[text_align]}}`,
    `#${id} .card-button{background:${text_color};color:${background_color}}`,
  ]
    .filter(Boolean)
    .join('')
}
