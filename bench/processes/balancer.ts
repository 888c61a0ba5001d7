// Hands each new connection to the next of the addresses, as a balancer before several processes does.
import { connect, createServer } from 'node:net'

const { PORT: port = '', PORTS: ports = '' } = process.env
const targets = ports.split(',').map(Number)
let next = 0
createServer({ noDelay: true }, incoming => {
  const target = connect({ port: targets[next++ % targets.length] ?? 0, host: '127.0.0.1', noDelay: true })
  incoming.on('error', () => target.destroy()).pipe(target)
  target.on('error', () => incoming.destroy()).pipe(incoming)
}).listen(Number(port), '127.0.0.1', () => console.log('listens'))
