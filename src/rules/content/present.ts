/** A node of a content tree, reduced to what walking the tree needs. */
interface TreeNode<Node> {
  category: string
  children?: readonly Node[] | null
}

/**
 * Converts content to another form, for a client or a file. `show` creates the form of a node from the node and the forms of its children.
 * Nodes for which it returns null are omitted with all their descendants.
 */
export function presentTree<Node extends TreeNode<Node>, Shown>(
  nodes: readonly Node[],
  show: (node: Node, children: () => Shown[]) => Shown | null,
): Shown[] {
  return nodes.flatMap((node) => show(node, () => presentTree<Node, Shown>(node.children ?? [], show)) ?? [])
}
