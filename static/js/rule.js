// Whether a question is asked, by a rule that the server wrote. What it means no script knows.

/** Whether a rule such as "deal.result=hu|tien_hu/won!=on&points=" holds: "&" binds questions,
    "/" is or, "|" lists answers. ``answer`` tells what is answered to a question. */
export function holds(rule, answer) {
  return rule.split("&").every((all) => all.split("/").some((one) => isMet(one, answer)));
}

function isMet(condition, answer) {
  const [, question, not, values] = condition.match(/^([^!=]+)(!?)=(.*)$/);
  return values.split("|").includes(answer(question)) !== (not === "!");
}
