export default function HomePage() {
  return <h1>Doron</h1>
}
