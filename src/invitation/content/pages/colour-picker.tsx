import { HexColorPicker, setNonce } from 'react-colorful'
import { useNonce } from '../../../ui/page/site-data.ts'

/** A field of colours to drag in; by the keyboard its two sliders move. */
export default function ColourPicker({
  colour,
  onPick,
}: {
  colour: string
  onPick: (colour: string) => void
}) {
  const nonce = useNonce()
  if (nonce) setNonce(nonce)
  return <HexColorPicker color={colour} onChange={onPick} />
}
