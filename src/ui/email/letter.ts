import * as z from 'zod/mini'
import { type Day, formatDay, formatMoment } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { type Cents, formatEuro } from '../../base/money.ts'
import { normalizeText } from '../../base/text.ts'

/** What a message is for; what each kind may use of the site's budget stands in `email-policy.ts`. */
export type MessageKind =
  | 'code'
  | 'access'
  | 'security'
  | 'money'
  | 'order'
  | 'giver'
  | 'notice'
  | 'invitation'
  | 'test'
  | 'staff'
  | 'contact'
  | 'sms'
  | 'known-sms'

export interface MessagePolicy {
  kind: MessageKind
  /** Messages of this letter to one recipient. */
  perHour: number
  perDay: number
  /** An account writes it to somebody of its choice, for which its own e-mail must be confirmed (R1248). */
  isWritten?: boolean
  /**
   * To a confirmed account it counts as `access`, which nobody else can use up (R1249): always, as who asks for it has
   * the password, or where its own browser asks for it or it is the first of the day.
   */
  isAccess?: 'always' | 'own'
}

export const limits = (
  kind: MessageKind,
  perHour: number,
  perDay: number,
  more: Pick<MessagePolicy, 'isWritten' | 'isAccess'> = {},
): MessagePolicy => ({ kind, perHour, perDay, ...more })

/** Caused by a paid order, a refund, a payout or a withdrawal: as many as there are of these (R1247). */
export const asCaused = (kind: MessageKind): MessagePolicy => limits(kind, Infinity, Infinity)

/** To the people who run the shop (R941). */
export const toStaff = limits('staff', 30, 200)

/** What every letter may say of the site. */
interface EmailSite {
  name: string
  /** Without a trailing slash. */
  url: string
  supportEmail: string
  /** Whether Doron's own mark stands beside the name: a shop with a mark of its own has another. */
  hasMark: boolean
}

/** Who reads a letter, and of which site it is. */
export interface EmailContext {
  language: Language
  site: EmailSite
  /** The address of the work lists, in letters to the staff where the console is on (R941). */
  workLists?: string | undefined
}

/** Something that a host wrote and designed; paths are of this site. */
export interface LetterLook {
  text_color: string
  background_color: string
  /** A stack of CSS. */
  font: string
  /** In pixels. */
  font_size: number
  text_align: 'left' | 'center' | 'right'
  /** The colour of a fine line within the edge. */
  frame: string | null
  /** Behind the text; a mail program may leave it out. */
  picture: string
}

/** A gift card as it can be kept or printed. */
export interface LetterCard {
  name: string
  amount: string
  label: string
  code: string
  until: string
}

interface LetterLink {
  label: string
  /** Of this site; gets the reader's language. */
  path: string
}

/** A part of a letter; a text is a paragraph, and what is false or empty is left out. */
export type Block =
  | string
  | false
  | null
  | undefined
  | { strong: string }
  /** What a person wrote, set apart from our text, and who. */
  | { quote: string; by?: string | undefined }
  /** Labels and their values, such as gifts and their amounts. */
  | { rows: [label: string, value: string][] }
  /** The same, with a picture of each. */
  | { goods: LetterRow[] }
  /** Large figures, and what they count. */
  | { tally: [figure: string, label: string][] }
  /** What to do, one thing after the other. */
  | { steps: string[] }
  | { card: LetterCard }
  | { button: LetterLink }
  /** A link beside the main action. */
  | { link: LetterLink }

/** A thing with its picture, an address of the shop; null without one. */
export interface LetterRow {
  label: string
  value: string
  picture: string | null
}

/** The hosts' photo, or without one the cover of their kind of event. */
export interface LetterPicture {
  /** A path of this site (registry/photo.ts). */
  photo: string | null
  /** The name of the event's picture. */
  cover?: string | undefined
  /** Whom the photo shows. */
  hosts: string
}

/** The props of a letter that a `LetterPicture` is made of. */
export const pictureProps = { photo: z.nullable(z.string()), cover: z.optional(z.string()) }

/** What a letter says in its reader's language (R713). */
export interface LetterContent {
  subject: string
  /** The heading; the subject by default. */
  title?: string
  blocks: Block[]
  /** The line that mail programs show beside the subject; the first text of the letter by default. */
  preview?: string
  /** What stands in an arch above it. */
  picture?: LetterPicture | undefined
  /** In place of our own look. */
  look?: LetterLook
  /** What the law wants said, below the letter. */
  footnote?: string | undefined
  /** In place of our offer to help. */
  smallPrint?: { text: string; link?: LetterLink | undefined }
  /** The path that a POST to unsubscribes from such letters (RFC 8058). */
  unsubscribePath?: string | undefined
}

/** The main action; `path` is of this site. */
export const button = (label: string, path: string): Block => ({ button: { label, path } })

/** A message of both languages. */
export type Message<P> = (inputs: P, options: { locale: Language }) => string

/** Says messages, amounts and times in the reader's language. */
export interface Say {
  (message: Message<Record<string, never>>): string
  <P extends object>(message: Message<P>, inputs: P): string
  euro(cents: Cents): string
  day(day: Day, withWeekday?: boolean): string
  /** Of an ISO string. */
  moment(at: string): string
  language: Language
  /** The options of a function that takes them. */
  locale: { locale: Language }
  site: EmailSite
}

function sayTo({ language, site }: EmailContext): Say {
  const locale = { locale: language }
  const say = <P extends object>(message: Message<P>, inputs = {} as P) => message(inputs, locale)
  return Object.assign(say, {
    euro: (cents: Cents) => formatEuro(cents, language),
    day: (day: Day, withWeekday = false) => formatDay(day, language, withWeekday),
    moment: (at: string) => formatMoment(new Date(at), language),
    language,
    locale,
    site,
  })
}

export type WrittenLetter = LetterContent & { title: string }

/** A letter that this site can send. */
export interface Letter {
  policy: MessagePolicy
  /** By which stored props are parsed before the letter is written. */
  props: z.ZodMiniType
  write(props: unknown, context: EmailContext): WrittenLetter
}

/** Declares a letter: its limits, the fields of its props, and what it says. */
export function letter<F extends z.core.$ZodLooseShape>(
  policy: MessagePolicy,
  fields: F,
  content: (props: z.output<z.ZodMiniObject<F>>, say: Say) => LetterContent,
): Letter {
  const props = z.object(fields)
  return {
    policy,
    props,
    write(stored, context) {
      const say = sayTo(context)
      const written = content(z.parse(props, stored), say)
      // Written a second time, with masked props: no letter can forget to mask what it names in its subject.
      const { subject } = content(z.parse(props, propsForSubject(stored)), say)
      return { ...written, title: written.title ?? written.subject, subject }
    },
  }
}

/** The props that hold what people wrote, and that subjects may name. */
const personalProps = /^(registry|registry_name|name|hosts?|guest|giver|subject)$/
const maxLength = 60
const minPhoneDigits = 9

/** The props of an e-mail as its subject may name them (R720): what people wrote in them is shortened and masked. */
export function propsForSubject(props: unknown): unknown {
  if (Array.isArray(props)) return props.map(propsForSubject)
  if (typeof props !== 'object' || props === null) return props
  return Object.fromEntries(
    Object.entries(props).map(([key, value]) => [
      key,
      typeof value === 'string' && personalProps.test(key) ? maskSubjectWords(value) : propsForSubject(value),
    ]),
  )
}

/** One short line without addresses, telephone numbers and invisible characters. */
export function maskSubjectWords(text: string): string {
  const visible = normalizeText(text.slice(0, 500), 'NFKC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  const words = visible.split(/\s+/).map(word => (isAddress(word) ? '…' : word))
  const line = words
    .join(' ')
    .replace(/[\d\s()./+-]+/g, run => (run.replace(/\D/g, '').length < minPhoneDigits ? run : ' … '))
    .trim()
  const letters = [...line]
  return letters.length <= maxLength ? line : `${letters.slice(0, maxLength - 1).join('')}…`
}

function isAddress(word: string): boolean {
  // A name with its initial, as in A.Smith, is no address; a.smith may be one.
  return (
    /:\/\/|@/.test(word) || /[\p{L}\d][.。][a-z]{2}/u.test(word) || /[\p{L}\d]{2}[.。][a-z]{2}/iu.test(word)
  )
}
