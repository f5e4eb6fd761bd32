package dev.waggle.cli.command.serve;

import java.nio.file.Path;

import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server with scripted models for each test. */
abstract class ScriptedServer {

    @TempDir
    Path folder;

    final FakeModels models = FakeModels.answering(ScriptedDeliberators::answer);
    ServerBed bed;

    @BeforeEach
    void serve() throws Exception {
        bed = new ServerBed(folder, models);
    }

    @AfterEach
    void close() {
        bed.close();
        models.close();
    }
}
