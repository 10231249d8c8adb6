export function Weighbridge() {
  return <h1>Weighbridge</h1>
}
