export function SignIn() {
  return <main class="sign-in" />;
}
