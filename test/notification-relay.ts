import { connect, createServer, type Socket } from 'node:net'

/** The type of the messages by which PostgreSQL tells of a NOTIFY. */
const notificationResponse = 'A'

/**
 * Stands before a database server, as a pooler does. While `dropsNotifications`, it passes everything else on, which
 * is how a pooler in transaction mode treats a LISTEN.
 */
export async function openNotificationRelay(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const relay = { dropsNotifications: false, url: '', close: async () => {} }
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(Number(target.port), target.hostname)
    const pass = withoutNotifications(() => relay.dropsNotifications)
    client.pipe(upstream)
    upstream.on('data', chunk => client.write(pass(chunk)))
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  // The tests' own server is reached by a socket otherwise.
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  relay.url = url.href
  relay.close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  }
  return relay
}

/** A server's messages are a letter and a length, which counts itself. */
function withoutNotifications(dropsNotifications: () => boolean): (chunk: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0)
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    const passed: Buffer[] = []
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1
      const isNotification = String.fromCharCode(rest[0] ?? 0) === notificationResponse
      if (!isNotification || !dropsNotifications()) passed.push(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    return Buffer.concat(passed)
  }
}
