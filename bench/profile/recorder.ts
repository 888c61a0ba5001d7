// Loaded by a measured process before everything else, as `--import`: tells its CPU time and records its CPU profile.
import { type Profiler, Session } from 'node:inspector/promises'

/** What the bench asks for; each is answered by a message. */
export type RecorderOrder = 'tell CPU time' | 'begin recording' | 'end recording'

/** CPU time since the start (µs): of all threads, and of the main one. */
export interface CpuTime {
  all: number
  main: number
}

const samplingMicros = 200
const session = new Session()

async function answer(order: RecorderOrder): Promise<CpuTime | Profiler.Profile | 'recording' | null> {
  if (order === 'tell CPU time') return { all: sum(process.cpuUsage()), main: sum(process.threadCpuUsage()) }
  if (order === 'end recording') return (await session.post('Profiler.stop')).profile
  if (order !== 'begin recording') return null
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: samplingMicros })
  await session.post('Profiler.start')
  return 'recording'
}

const sum = ({ user, system }: NodeJS.CpuUsage) => user + system

process.on('message', async (order: RecorderOrder) => {
  const told = await answer(order)
  if (order === 'end recording') session.disconnect()
  if (told) process.send?.(told)
})
// What listens for the bench keeps the process running no longer than its own work does.
process.channel?.unref()
