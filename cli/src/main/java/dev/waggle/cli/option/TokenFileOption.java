package dev.waggle.cli.option;

import java.nio.file.Path;

import dev.waggle.server.access.TokenFile;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** File with the tokens of a server: the one that is named, else that of the data folder. */
public final class TokenFileOption {

    @Option(names = "--token-file", paramLabel = "FILE", //
            description = "the file with the tokens, readable by you only (default: " + TokenFile.PLACE
                    + " in the data folder)")
    private @Nullable Path file;

    /** The file. */
    public TokenFile file(DataOption data) {
        return file(data.folder());
    }

    /** The file, for that data folder. */
    public TokenFile file(Path data) {
        return TokenFile.of(file == null ? data.resolve(TokenFile.PLACE) : file, World.system());
    }
}
