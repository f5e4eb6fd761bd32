package dev.waggle.lab.site;

import java.util.List;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.Text;

/** Plain text of a part of a page, and its place in the file. */
final class NodeText extends AbstractVisitor {

    private final StringBuilder text = new StringBuilder();

    private NodeText() {}

    /** The words that a reader sees in a node, with one space between blocks. */
    static String of(Node node) {
        NodeText reader = new NodeText();
        node.accept(reader);
        return reader.text.toString().replaceAll("\\s+", " ").strip();
    }

    /** Number of the first line of a node, or of the nearest node around it; 1 without any. */
    static int line(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            List<SourceSpan> spans = at.getSourceSpans();
            if (!spans.isEmpty()) {
                return spans.getFirst().getLineIndex() + 1;
            }
        }
        return 1;
    }

    @Override
    public void visit(Text node) {
        text.append(node.getLiteral());
    }

    @Override
    public void visit(Code node) {
        text.append(node.getLiteral());
    }

    @Override
    public void visit(FencedCodeBlock block) {
        text.append(block.getLiteral());
    }

    @Override
    public void visit(IndentedCodeBlock block) {
        text.append(block.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak node) {
        text.append(' ');
    }

    @Override
    public void visit(HardLineBreak node) {
        text.append(' ');
    }

    @Override
    protected void visitChildren(Node parent) {
        for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
            child.accept(this);
            if (isPart(child)) {
                text.append(' ');
            }
        }
    }

    /** A block, or a cell of a table. */
    private static boolean isPart(Node node) {
        return node instanceof Block || node instanceof CustomNode;
    }
}
