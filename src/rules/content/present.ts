/** A node of a tree of content, as far as walking the tree needs it. */
interface TreeNode<Node> {
  category: string
  children?: readonly Node[] | null
}

/**
 * Content in another form, for a client or a file: `show` makes the form of a node out of the node and the forms of its children.
 * Nodes for which it answers null are left out with all below them.
 */
export function presentTree<Node extends TreeNode<Node>, Shown>(
  nodes: readonly Node[],
  show: (node: Node, children: () => Shown[]) => Shown | null,
): Shown[] {
  return nodes.flatMap((node) => show(node, () => presentTree<Node, Shown>(node.children ?? [], show)) ?? [])
}
