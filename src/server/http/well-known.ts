import { Hono } from 'hono'
import { paths } from '../../base/paths.ts'
import type { Config } from '../config.ts'

/** For how long the answer may be relied upon; RFC 9116 advises less than a year. */
const validDays = 180

/**
 * Addresses that programs look for on every site: whom to tell of a weakness (RFC 9116), and where a password manager
 * changes a password.
 */
export function wellKnownRoutes(config: Config, now: () => Date): Hono {
  const app = new Hono()
  app.get('/.well-known/security.txt', c => c.text(securityText(config, now())))
  app.get('/.well-known/change-password', c => c.redirect(paths.settingsPassword, 302))
  return app
}

function securityText({ SECURITY_EMAIL, SUPPORT_EMAIL, SITE_URL }: Config, now: Date): string {
  const expires = new Date(now.getTime() + validDays * 86_400_000)
  return [
    `Contact: mailto:${SECURITY_EMAIL ?? SUPPORT_EMAIL}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: el, en',
    `Canonical: ${SITE_URL}/.well-known/security.txt`,
    '',
  ].join('\n')
}
