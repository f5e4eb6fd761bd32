package dev.waggle.signal.log;

class MemoryJournalTest implements JournalContract {

    @Override
    public Journal newJournal() {
        return new MemoryJournal();
    }
}
