export function Position() {
  return <h1>Position</h1>
}
