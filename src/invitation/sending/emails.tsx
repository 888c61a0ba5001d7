import { Body, Button, Container, Head, Html, Link, Preview, Section, Text } from '@react-email/components'
import * as z from 'zod/mini'
import { formatDay } from '../../base/dates.ts'
import { writeCode } from '../../base/fields.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContent,
  type EmailContext,
  type EmailTemplate,
} from '../../ui/email/email-layout.tsx'
import { type InvitationContent, invitationContent } from '../content/contract.ts'
import { fontStackOf } from '../content/rules.ts'
import {
  guestRepliedEmail,
  guestRepliedProps,
  replyConfirmationEmail,
  replyConfirmationProps,
} from '../reply/emails.tsx'

const invited = z.object({
  look: invitationContent,
  registry: z.object({
    id: z.string(),
    registry_name: z.string(),
    hosts: z.string(),
    day: z.nullable(z.string()),
    place: z.nullable(z.string()),
    shown: z.boolean(),
  }),
  /** Null in a letter that the host sends to himself. */
  reply: z.nullable(z.string()),
  stop: z.nullable(z.string()),
})
type Invited = z.output<typeof invited>

/** The letters of this feature, by the name that the outbox keeps. */
export const mails: Record<string, EmailTemplate> = {
  invitation: defineEmailTemplate(invited, invitation),
  'guest-replied': defineEmailTemplate(guestRepliedProps, guestRepliedEmail),
  'reply-kept': defineEmailTemplate(replyConfirmationProps, replyConfirmationEmail),
}

/** The invitation as its host made it; no picture is the reader's own, so that nothing tells who has read it. */
function invitation({ look, registry, reply, stop }: Invited, about: EmailContext): EmailContent {
  const say = { locale: about.language }
  const subject = look.subject || m.invitation_default_subject({ name: registry.registry_name }, say)
  const address = (path: string) => about.site.url + withLanguage(path, about.language)
  const own = paths.editRegistry(registry.id, 'invitation-settings')
  return {
    subject,
    unsubscribePath: stop === null ? undefined : paths.stopInvitations(stop),
    body: (
      <Html lang={about.language} dir="ltr">
        <Head>
          <title>{subject}</title>
        </Head>
        <Preview>{look.message || m.invitation_default_message({}, say)}</Preview>
        <Body style={{ backgroundColor: '#fbf7f0', margin: 0 }}>
          <Container style={{ maxWidth: '600px', padding: '24px 12px' }}>
            <Card look={look} registry={registry} about={about}>
              <Section style={{ paddingTop: '22px' }}>
                <CardButton look={look} href={address(reply === null ? own : paths.reply(reply))}>
                  {m.invitation_mail_reply({}, say)}
                </CardButton>
                {registry.shown && (
                  <Text style={{ fontSize: '16px', margin: '18px 0 0' }}>
                    <Link
                      href={address(reply === null ? paths.registry(registry.id) : paths.replyGifts(reply))}
                      style={{ color: look.text_color, textDecoration: 'underline' }}
                    >
                      {m.invitation_mail_gifts({}, say)}
                    </Link>
                  </Text>
                )}
              </Section>
            </Card>
            <SmallPrint registry={registry} stop={stop} about={about} />
          </Container>
        </Body>
      </Html>
    ),
  }
}

/** The words on their colour; around them the picture, which a mail program may leave out. */
function Card(props: {
  look: InvitationContent
  registry: Invited['registry']
  about: EmailContext
  children: React.ReactNode
}) {
  const { look, registry, about, children } = props
  const say = { locale: about.language }
  const picture = look.background_image && about.site.url + look.background_image
  const family = fontStackOf(look.font_family)
  const line = { fontFamily: family, textAlign: look.text_align, color: look.text_color }
  return (
    <Section
      {...(picture && { background: picture })}
      style={{
        borderRadius: '18px',
        border: '1px solid #e6dccb',
        ...(picture && {
          backgroundImage: `url('${picture}')`,
          backgroundSize: 'cover',
          backgroundPosition: 'center',
          padding: '36px 28px',
        }),
      }}
    >
      <Section
        style={{
          ...line,
          backgroundColor: look.background_color,
          borderRadius: picture ? '12px' : '17px',
          padding: '32px 28px',
        }}
      >
        <Text style={{ ...line, fontSize: `${look.font_size + 12}px`, lineHeight: 1.25, margin: '0 0 14px' }}>
          {registry.hosts}
        </Text>
        <Text
          style={{
            ...line,
            fontSize: `${look.font_size}px`,
            lineHeight: 1.55,
            whiteSpace: 'pre-line',
            margin: 0,
          }}
        >
          {look.message || m.invitation_default_message({}, say)}
        </Text>
        {(registry.day || registry.place) && (
          <Text style={{ ...line, fontSize: `${look.font_size}px`, lineHeight: 1.55, margin: '16px 0 0' }}>
            {registry.day && formatDay(registry.day, about.language, true)}
            {registry.day && registry.place && <br />}
            {registry.place}
          </Text>
        )}
        {children}
      </Section>
    </Section>
  )
}

function CardButton({ look, href, children }: { look: InvitationContent; href: string; children: string }) {
  return (
    <Button
      href={href}
      style={{
        backgroundColor: look.text_color,
        borderRadius: '999px',
        color: look.background_color,
        fontFamily: fontStackOf(look.font_family),
        fontSize: '16px',
        padding: '13px 26px',
      }}
    >
      {children}
    </Button>
  )
}

function SmallPrint({ registry, stop, about }: Pick<Invited, 'registry' | 'stop'> & { about: EmailContext }) {
  const say = { locale: about.language }
  const { site } = about
  return (
    <Text
      style={{
        fontFamily: "'Segoe UI', Helvetica, Arial, sans-serif",
        fontSize: '14px',
        lineHeight: 1.5,
        color: '#5f6068',
        margin: '18px 16px 0',
      }}
    >
      {m.invitation_mail_from({ name: registry.registry_name, site: site.name }, say)}{' '}
      {registry.shown && m.invitation_mail_code({ code: writeCode(registry.id) }, say)}
      {stop !== null && (
        <>
          {' '}
          <Link
            href={site.url + withLanguage(paths.stopInvitations(stop), about.language)}
            style={{ color: '#5f6068', textDecoration: 'underline' }}
          >
            {m.invitation_mail_unsubscribe({}, say)}
          </Link>
        </>
      )}
    </Text>
  )
}
