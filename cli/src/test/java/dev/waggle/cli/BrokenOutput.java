package dev.waggle.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;

/** Standard output whose reader has closed it. */
public final class BrokenOutput extends Writer {

    public static TerminalScreen screen() {
        return new TerminalScreen(new PrintWriter(new BrokenOutput()), new PrintWriter(new StringWriter()),
                TextStyle.PLAIN, false);
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        throw new IOException("broken pipe");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
