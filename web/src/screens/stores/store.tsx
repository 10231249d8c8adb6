export function Store() {
  return <h1>Store</h1>
}
