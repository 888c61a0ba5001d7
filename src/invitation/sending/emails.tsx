import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import * as z from 'zod/mini'
import { formatDay } from '../../base/dates.ts'
import { formatCode } from '../../base/fields.ts'
import { hostKinds } from '../../base/host-kinds.ts'
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

const invitationProps = z.object({
  look: invitationContent,
  registry: z.object({
    id: z.string(),
    registry_name: z.string(),
    hosts: z.string(),
    host_kind: z.enum(hostKinds),
    day: z.nullable(z.string()),
    place: z.nullable(z.string()),
    shown: z.boolean(),
  }),
  /** The tokens of the reply and unsubscribe links; null in the host's test e-mail. */
  reply: z.nullable(z.string()),
  stop: z.nullable(z.string()),
})
type InvitationProps = z.output<typeof invitationProps>

/** By their template names in the outbox. */
export const emails: Record<string, EmailTemplate> = {
  invitation: defineEmailTemplate(invitationProps, invitationEmail),
  'invitation-test': defineEmailTemplate(invitationProps, invitationEmail),
}

/** The invitation as the host designed it; no image address is personal, so that nothing tracks who has read it. */
function invitationEmail(
  { look, registry, reply, stop }: InvitationProps,
  context: EmailContext,
): EmailContent {
  const inLanguage = { locale: context.language }
  const subject = look.subject
    ? m.invitation_own_subject({ subject: look.subject }, inLanguage)
    : m.invitation_default_subject({ name: registry.registry_name }, inLanguage)
  const url = (path: string) => context.site.url + withLanguage(path, context.language)
  const settingsPath = paths.editRegistry(registry.id, 'invitation-settings')
  return {
    subject,
    unsubscribePath: stop === null ? undefined : paths.stopInvitations(stop),
    body: (
      <Html lang={context.language} dir="ltr">
        <Head>
          <title>{subject}</title>
        </Head>
        <Preview>{look.message || m.invitation_default_message({}, inLanguage)}</Preview>
        <Body style={{ backgroundColor: '#fbf7f0', margin: 0 }}>
          <Container style={{ maxWidth: '600px', padding: '24px 12px' }}>
            <Card look={look} registry={registry} context={context}>
              <Section style={{ paddingTop: '22px' }}>
                <CardButton look={look} href={url(reply === null ? settingsPath : paths.reply(reply))}>
                  {m.invitation_mail_reply({}, inLanguage)}
                </CardButton>
                {registry.shown && (
                  <Text style={{ fontSize: '16px', margin: '18px 0 0' }}>
                    <Link
                      href={url(reply === null ? paths.registry(registry.id) : paths.replyGifts(reply))}
                      style={{ color: look.text_color, textDecoration: 'underline' }}
                    >
                      {m.invitation_mail_gifts({}, inLanguage)}
                    </Link>
                  </Text>
                )}
              </Section>
            </Card>
            <SmallPrint registry={registry} stop={stop} context={context} />
          </Container>
        </Body>
      </Html>
    ),
  }
}

/** The text on its colour, and around it the background image, which a mail program may leave out. */
function Card(props: {
  look: InvitationContent
  registry: InvitationProps['registry']
  context: EmailContext
  children: React.ReactNode
}) {
  const { look, registry, context, children } = props
  const inLanguage = { locale: context.language }
  const image = look.background_image && context.site.url + look.background_image
  const family = fontStackOf(look.font_family)
  const textStyle = { fontFamily: family, textAlign: look.text_align, color: look.text_color }
  const bodyStyle = { ...textStyle, fontSize: `${look.font_size}px`, lineHeight: 1.55 }
  return (
    <Section
      {...(image && { background: image })}
      style={{
        borderRadius: '18px',
        border: '1px solid #e6dccb',
        ...(image && {
          backgroundImage: `url('${image}')`,
          backgroundSize: 'cover',
          backgroundPosition: 'center',
          padding: '36px 28px',
        }),
      }}
    >
      <Section
        style={{
          ...textStyle,
          backgroundColor: look.background_color,
          borderRadius: image ? '12px' : '17px',
          padding: '32px 28px',
        }}
      >
        <Text
          style={{ ...textStyle, fontSize: `${look.font_size + 12}px`, lineHeight: 1.25, margin: '0 0 14px' }}
        >
          {registry.hosts}
        </Text>
        <Text style={{ ...bodyStyle, whiteSpace: 'pre-line', margin: 0 }}>
          {look.message || m.invitation_default_message({}, inLanguage)}
        </Text>
        {(registry.day || registry.place) && (
          <Text style={{ ...bodyStyle, margin: '16px 0 0' }}>
            {registry.day && formatDay(registry.day, context.language, true)}
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

function SmallPrint({
  registry,
  stop,
  context,
}: Pick<InvitationProps, 'registry' | 'stop'> & { context: EmailContext }) {
  const inLanguage = { locale: context.language }
  const { site } = context
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
      {m.invitation_mail_from(
        { hosts: registry.host_kind, name: registry.registry_name, site: site.name },
        inLanguage,
      )}{' '}
      {m.invitation_mail_code({ code: formatCode(registry.id) }, inLanguage)}{' '}
      {m.email_abuse({ site: site.name, email: site.supportEmail }, inLanguage)}
      {stop !== null && (
        <>
          {' '}
          <Link
            href={site.url + withLanguage(paths.stopInvitations(stop), context.language)}
            style={{ color: '#5f6068', textDecoration: 'underline' }}
          >
            {m.invitation_mail_unsubscribe({}, inLanguage)}
          </Link>
        </>
      )}
    </Text>
  )
}
