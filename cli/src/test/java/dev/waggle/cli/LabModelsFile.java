package dev.waggle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.WireFormatName;

/** A models file with one provider, called lab. */
public final class LabModelsFile {

    public static final String KEY = "sk-very-secret-0123456789";

    private LabModelsFile() {}

    /** Writes the file and its key into a folder, for that server and wire format. */
    public static Path write(Path folder, FakeModels server, WireFormatName format) throws IOException {
        Path key = Files.writeString(folder.resolve("key"), KEY + "\n");
        boolean responds = format == WireFormatName.OPENAI_RESPONSES;
        String kind = responds ? "openai" : format.name().toLowerCase(Locale.ROOT);
        return Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "%s", "baseUrl": "%s", "keyFile": "%s"%s}},
                 "models": {"cheap": "lab:fake-cheap", "fast": "lab:fake-fast"},
                 "prices": {"lab:*": {"inputPerMillion": 1.0, "outputPerMillion": 10.0}}}
                """.formatted(kind, server.baseUrl(format), key, responds ? ", \"api\": \"responses\"" : ""));
    }
}
