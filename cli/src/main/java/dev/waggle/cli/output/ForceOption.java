package dev.waggle.cli.output;

import java.util.Collection;

import picocli.CommandLine.Option;

/** Permission of a command to replace an existing file. */
public final class ForceOption {

    @Option(names = "--force", description = "replace an existing file; without it none is overwritten")
    private boolean force;

    /**
     * Looks at the place of the output before any work is done.
     *
     * @param name as the user wrote it; - is the standard output
     * @param inputs files and folders that the command uses, which are never replaced
     * @throws dev.waggle.cli.terminal.UserException when no output may go there
     */
    public OutputPlace place(String name, Collection<String> inputs) {
        return OutputPlace.of(name, force, inputs);
    }
}
