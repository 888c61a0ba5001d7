import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/**
 * A mail server of this machine: `use` sends to its address; answers what came, and which reports were asked for. With
 * `refuses` it knows no recipient.
 */
export async function receiveMail(
  use: (smtpUrl: string) => Promise<unknown>,
  { refuses = false }: { refuses?: boolean } = {},
) {
  const received: Buffer[] = []
  const reports: SMTPServerSession['envelope']['dsn'][] = []
  const server = new SMTPServer({
    authOptional: true,
    hideDSN: false,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      done(refuses ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : undefined)
    },
    onData(stream, session, done) {
      reports.push(session.envelope.dsn)
      const parts: Buffer[] = []
      stream.on('data', part => parts.push(part))
      stream.on('end', () => {
        received.push(Buffer.concat(parts))
        done()
      })
    },
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.server.address() as { port: number }
  await use(`smtp://127.0.0.1:${port}`)
  await new Promise<void>(closed => server.close(() => closed()))
  return { received, reports }
}
