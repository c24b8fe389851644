// Why a request failed: the server's message, or another one where there is none, such as without a network,
// or when the response is a page.

export const refusal = async (send, otherwise) => {
  try {
    const answer = await send();
    return answer.ok ? "" : (await answer.json()).error || otherwise;
  } catch {
    return otherwise;
  }
};
