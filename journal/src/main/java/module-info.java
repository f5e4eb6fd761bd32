/** Codecs between signals and JSON, and everything that Waggle keeps on disk: journals, inboxes, cassettes, checkpoints. */
@SuppressWarnings("module") // the modules of qualified exports are built after this one
module dev.waggle.journal {
    requires transitive dev.waggle.signal;
    requires static transitive org.jspecify;
    requires com.networknt.schema;
    requires tools.jackson.core;
    requires tools.jackson.databind;

    exports dev.waggle.journal;
    exports dev.waggle.journal.cassette;
    exports dev.waggle.journal.checkpoint;
    exports dev.waggle.journal.cloudevent;
    exports dev.waggle.journal.delayed;
    exports dev.waggle.journal.file;
    exports dev.waggle.journal.inbox;
    exports dev.waggle.journal.learning;
    exports dev.waggle.journal.memory;
    exports dev.waggle.journal.reputation;
    exports dev.waggle.journal.seat;
    exports dev.waggle.journal.signals;

    provides dev.waggle.signal.json.JsonReader with dev.waggle.journal.JsonTextReader;
    provides dev.waggle.signal.log.JournalFactory with dev.waggle.journal.file.FileJournalFactory;

    exports dev.waggle.journal.exchange to dev.waggle.cli;
    exports dev.waggle.journal.file.storage to dev.waggle.connect.lucene, dev.waggle.server;
    exports dev.waggle.journal.form to dev.waggle.server;
    exports dev.waggle.journal.lines to dev.waggle.server;
    exports dev.waggle.journal.logging to dev.waggle.connect.llm, dev.waggle.connect.web, dev.waggle.connect.mcp,
            dev.waggle.cli, dev.waggle.server, dev.waggle.lab;
    exports dev.waggle.journal.recording to dev.waggle.cli, dev.waggle.server;
    exports dev.waggle.journal.redaction to dev.waggle.cli;
    exports dev.waggle.journal.repair to dev.waggle.cli, dev.waggle.server;
    exports dev.waggle.journal.schema to dev.waggle.connect.mcp, dev.waggle.cli, dev.waggle.server;
    exports dev.waggle.journal.tape to dev.waggle.cli, dev.waggle.testing;
    exports dev.waggle.journal.userfile to dev.waggle.cli, dev.waggle.testing, dev.waggle.connect.llm,
            dev.waggle.connect.mcp, dev.waggle.server, dev.waggle.setup;
}
