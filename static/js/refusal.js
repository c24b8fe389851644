// Why something that was sent did not arrive: the server's own sentence, or another one where it
// said none, such as when there is no network, or when the answer is a page.

export const refusal = async (send, otherwise) => {
  try {
    const answer = await send();
    return answer.ok ? "" : (await answer.json()).error || otherwise;
  } catch {
    return otherwise;
  }
};
