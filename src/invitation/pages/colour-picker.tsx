import { HexColorPicker, setNonce } from 'react-colorful'
import { useNonce } from '../../ui/page/site-data.ts'

/** Loaded when it is opened, so that the page stays small. */
export default function ColourPicker(props: { colour: string; onPick: (colour: string) => void }) {
  const nonce = useNonce()
  if (nonce) setNonce(nonce)
  return <HexColorPicker color={props.colour} onChange={props.onPick} />
}
