/** Why there is nothing newer; what was last known stays on the page below it. */
export function Trouble({ fault }: { fault: string }) {
  return (
    <p class="trouble" role="status">
      {fault}
    </p>
  )
}
