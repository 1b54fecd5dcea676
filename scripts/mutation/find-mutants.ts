import ts from "typescript";

/** A change of a source file that a test should notice. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** That line. */
  readonly code: string;
  /** What is done, as in `negate the condition`. */
  readonly change: string;
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

type Edit = readonly [change: string, node: ts.Node, replacement: string];

const OPPOSITES: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.QuestionQuestionToken, "&&"],
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
]);

const LOGS = /^(?:\w+\.)?log\b/;

/** Returns the mutants of a module. None changes types, imports, or texts for people. */
export function findMutants(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const lines = source.split("\n");
  const mutants: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node)) return;
    for (const [change, target, replacement] of editsOf(node)) {
      const [start, end] = [target.getStart(tree), target.getEnd()];
      const { line } = tree.getLineAndCharacterOfPosition(start);
      const code = lines[line]?.trim() ?? "";
      mutants.push({ file, line: line + 1, code, change, start, end, original: source.slice(start, end), replacement });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return mutants;
}

/** Returns the source with the mutant. */
export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

function editsOf(node: ts.Node): Edit[] {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return [negate(node.expression)];
  if (ts.isConditionalExpression(node)) return [negate(node.condition)];
  if (ts.isBinaryExpression(node)) return editsOfBinary(node);
  if (ts.isExpressionStatement(node)) return LOGS.test(node.getText()) ? [] : [["drop the statement", node, ";"]];
  if (ts.isReturnStatement(node) && node.expression) return [["return nothing", node, "return undefined;"]];
  if (ts.isThrowStatement(node)) return [["drop the throw", node, ";"]];
  if (ts.isAwaitExpression(node)) return [["drop await", node, node.expression.getText()]];
  if (ts.isCallExpression(node)) return dropArgument(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [["change a constant", node, "false"]];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [["change a constant", node, "true"]];
  if (ts.isNumericLiteral(node)) return [["change a constant", node, changedNumber(node)]];
  if (ts.isStringLiteral(node)) return editsOfText(node);
  if (ts.isSpreadElement(node)) return [["spread nothing", node, "...[]"]];
  return [];
}

function negate(condition: ts.Expression): Edit {
  return ["negate the condition", condition, `!(${condition.getText()})`];
}

function editsOfBinary({ left, operatorToken, right }: ts.BinaryExpression): Edit[] {
  const opposite = OPPOSITES.get(operatorToken.kind);
  const isText = [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
  if (opposite === undefined || (isText && operatorToken.kind === ts.SyntaxKind.PlusToken)) return [];
  return [["change the operator", operatorToken, opposite]];
}

function dropArgument({ arguments: passed }: ts.CallExpression): Edit[] {
  const last = passed.at(-1);
  return last === undefined || passed.length < 2 || isProse(last) ? [] : [["drop the argument", last, "undefined"]];
}

function editsOfText(node: ts.StringLiteral): Edit[] {
  const { parent } = node;
  const isName = ts.isPropertyAssignment(parent) && parent.name === node;
  const isModule = ts.isExportDeclaration(parent) || (ts.isCallExpression(parent) && isImport(parent));
  if (isProse(node) || isName || isModule) return [];
  return [["change a constant", node, JSON.stringify(`${node.text}x`)]];
}

/** Large numbers are limits, for which one more makes no difference. */
function changedNumber({ text }: ts.NumericLiteral): string {
  return Number(text) < 10 ? `(${text} + 1)` : `(${text} * 2)`;
}

/** Texts with spaces are for people. */
function isProse(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) && node.text.includes(" ");
}

function isImport({ expression }: ts.CallExpression): boolean {
  return expression.kind === ts.SyntaxKind.ImportKeyword;
}
